#include <plumb/step/settle.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

/// From the loads of a state to others, evenly over a duration, and then no further.
Programme ramp(const State& from, const Loads& target, double duration) {
  return [start = from.time, loads = from.loads, target, duration](double time) {
    const double fraction = (time - start) / duration;
    if (fraction >= 1 - 1e-9) return target;
    Loads between = target;
    interpolate(loads, target, fraction, between);
    return between;
  };
}

Status one_step(Stepper& stepper, State& state, const Programme& programme, double dt, int& iterations) {
  constexpr double kShortest = 1.0 / 64;
  Status status = Status::ok;
  for (double h = dt; h >= kShortest * dt; h *= 0.5) {
    const StepOutcome outcome = stepper.step(state, programme, h);
    iterations += outcome.iterations;
    status = outcome.status;
    if (status == Status::ok) commit(stepper.model(), state);
    if (status == Status::ok || ended_by_budget(status)) return status;
  }
  return status;
}

/// Sums a way whose steps shrink by the same ratio as the last two did.
double way_to_go(double last, double before_last) {
  if (last == 0) return 0;
  const double ratio = last / before_last;
  return ratio < 1 ? last * ratio / (1 - ratio) : HUGE_VAL;
}

}  // namespace

Settled settle(Stepper& stepper, State& state, const Loads& target, const SettleOptions& options,
               const BetweenSteps& between) {
  ENSURE(options.dt > 0 && options.rate > 0);
  const Programme programme = ramp(state, target, options.ramp_steps * options.dt);
  Settled settled;
  double before = 0;
  int quiet = 0;
  while (settled.steps < options.max_steps) {
    Status status = one_step(stepper, state, programme, options.dt, settled.iterations);
    if (status == Status::ok && between) status = between(stepper, state);
    if (status != Status::ok) {
      settled.status = status;
      return settled;
    }
    ++settled.steps;
    before = settled.rate;
    settled.rate = stepper.model().layout.relative_size(state.v);
    settled.remaining = way_to_go(settled.rate * options.dt, before * options.dt);
    quiet = settled.rate <= options.rate && settled.steps > options.ramp_steps ? quiet + 1 : 0;
    if (quiet < options.quiet_steps) continue;
    settled.status = Status::ok;
    return settled;
  }
  return settled;
}

}  // namespace plumb
