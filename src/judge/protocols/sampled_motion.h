#pragma once

// A quantity that is known at even instants, read between them.

#include <vector>

namespace judge {

class SampledMotion {
 public:
  /// Values at 0, step, 2 step, ...; at least eight.
  SampledMotion(std::vector<double> values, double step);

  double last() const { return step_ * static_cast<double>(values_.size() - 1); }
  /// Interpolates the eight nearest values.
  double at(double t) const;
  /// Returns the instants at which the quantity is zero, the start left out.
  std::vector<double> zeros() const;
  /// Returns the largest absolute value between two instants.
  double largest(double from, double to) const;

 private:
  std::vector<double> values_;
  double step_;
};

/// Takes out the jumps of a full turn between one angle and the next.
void unwrap(std::vector<double>& angles);

}  // namespace judge
