#pragma once

// How long a computation may go on. Whoever starts one opens a Budget; loops that may take long ask `budget_left()`
// and give up with the status that it answers. Nothing needs to be handed through the layers between.

#include <atomic>
#include <chrono>

#include <plumb/core/status.h>

namespace plumb {

/// The budget of this thread, as long as the object lives; budgets nest, and the tightest one counts.
class Budget {
 public:
  /// `stop`: set from outside when somebody wants the computation to end; null: nobody will. `seconds`: of wall time
  /// from now on; zero or less: no limit.
  explicit Budget(const std::atomic<bool>* stop, double seconds = 0);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

 private:
  friend Status budget_left();
  const std::atomic<bool>* stop_;
  std::chrono::steady_clock::time_point deadline_;
  const Budget* outer_;
};

/// The budgets of the thread that makes it, for other threads that work on its behalf: while a `Lent` of it lives there,
/// they are asked.
class BudgetOfCaller {
 public:
  BudgetOfCaller();
  class Lent {
   public:
    explicit Lent(const BudgetOfCaller& of);
    ~Lent();
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;

   private:
    const Budget* own_;
  };

 private:
  const Budget* innermost_;
};

/// ok, interrupted or out_of_time, by the budgets of the calling thread. Costs a few tens of nanoseconds.
Status budget_left();

/// Why a computation failed: its budget ended, or, where it did not, `failure`.
inline Status failed_with(Status failure) {
  const Status left = budget_left();
  return left == Status::ok ? failure : left;
}

/// Is this a status that says nothing about the problem, only that the computation was ended?
inline bool ended_by_budget(Status status) { return status == Status::interrupted || status == Status::out_of_time; }

}  // namespace plumb
