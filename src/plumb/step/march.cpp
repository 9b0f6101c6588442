#include <plumb/step/march.h>

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

/// What is left, or one step; never a last sliver.
double next_duration(double left, double wanted) {
  if (left <= wanted * (1 + 1e-9)) return left;
  return left < 2 * wanted ? 0.5 * left : wanted;
}

/// In one step; in shorter ones where Newton's method does not find the end of that.
void go_to(double until, Stepper& stepper, State& state, const Programme& programme, MarchOutcome& outcome) {
  constexpr double kShortest = 1.0 / 64;
  const double way = until - state.time;
  double h = way;
  while (state.time < until) {
    const double left = until - state.time;
    const bool last = h >= left * (1 - 1e-9);
    const StepOutcome one = stepper.step(state, programme, last ? left : h);
    outcome.iterations += one.iterations;
    outcome.status = one.status;
    if (one.status == Status::ok) {
      ++outcome.steps;
      if (last) state.time = until;
      continue;
    }
    ++outcome.rejected;
    h = 0.5 * (last ? left : h);
    if (h < kShortest * way) return;
  }
}

MarchOutcome fixed(Stepper& stepper, State& state, const Programme& programme, double until, double dt) {
  MarchOutcome outcome;
  const double start = state.time;
  const int n = std::max(1, static_cast<int>(std::ceil((until - start) / dt * (1 - 1e-9))));
  for (int i = 1; i <= n && outcome.status == Status::ok; ++i) {
    go_to(i == n ? until : start + i * dt, stepper, state, programme, outcome);
  }
  return outcome;
}

MarchOutcome controlled(Stepper& stepper, State& state, const Programme& programme, double until, double tolerance) {
  constexpr double kSafety = 0.9, kLargestGrowth = 3, kSmallest = 1e-9;  // the last: of the whole way
  MarchOutcome outcome;
  const double way = until - state.time;
  const int p = order(stepper.method());
  const Eigen::VectorXd& scale = stepper.model().layout.scale;
  if (!(state.time_step > 0)) state.time_step = 1e-3 * way;
  while (state.time < until) {
    const double left = until - state.time;
    const double h = next_duration(left, state.time_step);
    State whole = state, halves = state;
    StepOutcome one = stepper.step(whole, programme, h);
    outcome.iterations += one.iterations;
    for (int half = 0; half < 2 && one.status == Status::ok; ++half) {
      one = stepper.step(halves, programme, 0.5 * h);
      outcome.iterations += one.iterations;
    }
    const double error = one.status == Status::ok
                             ? (whole.q - halves.q).cwiseQuotient(scale).cwiseAbs().maxCoeff() / ((1 << p) - 1)
                             : HUGE_VAL;
    const double growth =
        std::isfinite(error) ? kSafety * std::pow(tolerance / std::max(error, 1e-300), 1.0 / (p + 1)) : 0.25;
    if (error <= tolerance) {
      const double wanted = state.time_step;
      state = std::move(halves);
      if (h == left) state.time = until;
      // A step cut short to arrive says nothing about longer ones.
      const double next = h * std::clamp(growth, 0.2, kLargestGrowth);
      state.time_step = h < wanted ? std::max(wanted, next) : next;
      outcome.steps += 2;
      continue;
    }
    ++outcome.rejected;
    state.time_step = h * std::clamp(growth, 0.1, 0.5);
    if (state.time_step < kSmallest * way) {
      outcome.status = one.status == Status::ok ? Status::not_converged : one.status;
      return outcome;
    }
  }
  return outcome;
}

}  // namespace

MarchOutcome march(Stepper& stepper, State& state, const Programme& programme, double until, TimeControl control) {
  if (!(until > state.time)) return {};
  if (control.dt > 0) return fixed(stepper, state, programme, until, control.dt);
  ENSURE(control.tolerance > 0);
  return controlled(stepper, state, programme, until, control.tolerance);
}

}  // namespace plumb
