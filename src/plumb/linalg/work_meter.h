#pragma once

#include <plumb/core/budget.h>

namespace plumb {

/// Asks the budget (core/budget.h) once in many operations, so that asking costs nothing beside them.
class WorkMeter {
 public:
  /// ok, or what the budget says.
  Status spend(double operations) {
    since_asked_ += operations;
    if (since_asked_ < kBetweenQuestions) return Status::ok;
    since_asked_ = 0;
    return budget_left();
  }

 private:
  static constexpr double kBetweenQuestions = 1e8;  // tens of milliseconds
  double since_asked_ = 0;
};

}  // namespace plumb
