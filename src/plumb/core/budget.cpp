#include <plumb/core/budget.h>

namespace plumb {
namespace {

thread_local const Budget* innermost = nullptr;

}  // namespace

Budget::Budget(const std::atomic<bool>* stop, double seconds)
    : stop_(stop), deadline_(std::chrono::steady_clock::time_point::max()), outer_(innermost) {
  using Clock = std::chrono::steady_clock;
  constexpr double kLongest = 1e9;  // s; beyond, a limit is none, and the clock would overflow
  if (seconds > 0 && seconds < kLongest) {
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  innermost = this;
}

Budget::~Budget() { innermost = outer_; }

BudgetOfCaller::BudgetOfCaller() : innermost_(innermost) {}

BudgetOfCaller::Lent::Lent(const BudgetOfCaller& of) : own_(innermost) { innermost = of.innermost_; }

BudgetOfCaller::Lent::~Lent() { innermost = own_; }

Status budget_left() {
  bool late = false;
  for (const Budget* budget = innermost; budget; budget = budget->outer_) {
    if (budget->stop_ && *budget->stop_) return Status::interrupted;
    late = late || (budget->deadline_ != std::chrono::steady_clock::time_point::max() &&
                    std::chrono::steady_clock::now() >= budget->deadline_);
  }
  return late ? Status::out_of_time : Status::ok;
}

}  // namespace plumb
