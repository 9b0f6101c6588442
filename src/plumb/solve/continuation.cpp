#include <plumb/solve/continuation.h>

#include <algorithm>

#include <plumb/core/budget.h>

namespace plumb {

Outcome Continuation::advance(State& state, const Loads& target) {
  constexpr double kSmallestStep = 1.0 / 4096, kDescend = 1.0 / 64;
  from_ = state.loads;
  double done = 0;
  double step = std::min(1.0, 2 * state.load_step);
  int iterations = 0, saddles_left = 0, load_steps = 0, retries = 0;
  double straying = 0;
  Outcome outcome;
  while (done < 1) {
    const double next = std::min(1.0, done + step);
    interpolate(from_, target, next, next_);
    outcome = solver_.solve(state, next_, step <= kDescend);
    iterations += outcome.iterations;
    saddles_left += outcome.saddles_left;
    retries += outcome.retries;
    if (outcome.status == Status::ok) {
      done = next;
      ++load_steps;
      straying = std::max(straying, outcome.straying);
      state.load_step = step;
      step = std::min(1.0, 2 * step);
    } else {
      step = 0.5 * (next - done);
      ++retries;
      if (step < kSmallestStep || ended_by_budget(outcome.status)) break;
    }
  }
  outcome.iterations = iterations;
  outcome.saddles_left = saddles_left;
  outcome.load_steps = load_steps;
  outcome.retries = retries;
  outcome.straying = straying;
  return outcome;
}

}  // namespace plumb
