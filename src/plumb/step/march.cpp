#include <plumb/step/march.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

/// What is left, or one step; never a last sliver.
double next_duration(double left, double wanted) {
  if (left <= wanted * (1 + 1e-9)) return left;
  return left < 2 * wanted ? 0.5 * left : wanted;
}

class March {
 public:
  March(Stepper& stepper, State& state, const Programme& programme)
      : stepper_(stepper), state_(state), programme_(programme) {
    if (!state_.books.open) state_.loads = programme(state_.time);
    stepper_.meter().open(state_);
  }

  MarchOutcome in_steps_of(double dt, double until) {
    const double start = state_.time;
    const int n = std::max(1, static_cast<int>(std::ceil((until - start) / dt * (1 - 1e-9))));
    for (int i = 1; i <= n && outcome_.status == Status::ok; ++i) go_to(i == n ? until : start + i * dt);
    return outcome_;
  }

  MarchOutcome within(double tolerance, double until) {
    constexpr double kSmallest = 1e-9;  // of the whole way
    const double way = until - state_.time;
    if (!(state_.time_step > 0)) state_.time_step = 1e-3 * way;
    while (state_.time < until && outcome_.status == Status::ok) {
      const double left = until - state_.time, h = next_duration(left, state_.time_step);
      State halves = state_;
      Status status = Status::ok;
      const double growth = try_in_halves(halves, h, h / way, tolerance, status);
      if (ended_by_budget(status)) {
        outcome_.status = status;
      } else if (status == Status::ok) {
        const double wanted = state_.time_step;
        state_ = std::move(halves);
        if (h == left) state_.time = until;
        // A step cut short to arrive says nothing about longer ones.
        state_.time_step = h < wanted ? std::max(wanted, h * growth) : h * growth;
        outcome_.steps += 2;
        judge_balance();
      } else {
        ++outcome_.rejected;
        state_.time_step = h * growth;
        if (state_.time_step < kSmallest * way) outcome_.status = status;
      }
    }
    return outcome_;
  }

 private:
  /// One step, entered into the books. The state that it leads to is kept, or else a copy was given: memories may take
  /// note of it.
  Status step(State& state, double h) {
    StepOutcome one = stepper_.step(state, programme_, h);
    outcome_.iterations += one.iterations;
    if (one.status != Status::ok) return one.status;
    if (!stepper_.model().memories.empty()) one.energy.dissipated += lost_to_memories(state);
    stepper_.meter().enter(state, one.energy);
    return one.status;
  }

  /// Lets the memories take note of the state, and returns by how much that lowers the potential energy, J.
  double lost_to_memories(State& state) {
    const double before = stepper_.meter().potential(state);
    commit(stepper_.model(), state);
    return before - stepper_.meter().potential(state);
  }

  /// In one step; in shorter ones where Newton's method does not find the end of that.
  void go_to(double until) {
    constexpr double kShortest = 1.0 / 64;
    const double way = until - state_.time;
    double h = way;
    while (state_.time < until) {
      const double left = until - state_.time;
      const bool last = h >= left * (1 - 1e-9);
      outcome_.status = step(state_, last ? left : h);
      if (outcome_.status == Status::ok) {
        ++outcome_.steps;
        if (last) state_.time = until;
        judge_balance();
        if (outcome_.status != Status::ok) return;
        continue;
      }
      ++outcome_.rejected;
      h = 0.5 * (last ? left : h);
      if (h < kShortest * way || ended_by_budget(outcome_.status)) return;
    }
  }

  /// Does a step once whole and once in halves, which it moves. Returns by how much the next one may be longer, or must
  /// be shorter where the status is not ok. `share`: of the step in the whole way.
  double try_in_halves(State& halves, double h, double share, double tolerance, Status& status) {
    constexpr double kSafety = 0.9, kLargestGrowth = 3, kGainOnTheWay = 1e-3;  // the last: of the energy in play
    const int p = order(stepper_.method());
    State whole = halves;
    const double energy_before = stepper_.meter().balance(halves).numerical;
    status = step(whole, h);
    for (int half = 0; half < 2 && status == Status::ok; ++half) status = step(halves, 0.5 * h);
    if (status != Status::ok) return 0.25;
    const double error =
        (whole.q - halves.q).cwiseQuotient(stepper_.model().layout.scale).cwiseAbs().maxCoeff() / ((1 << p) - 1);
    // First-order methods gain in their first steps what is large beside the little energy that is in play by then.
    const EnergyBalance after = stepper_.meter().balance(halves);
    const bool gained = p > 1 && energy_before - after.numerical > kGainOnTheWay * share * after.in_play + after.noise;
    if (!(error <= tolerance) || gained) status = Status::not_converged;
    if (!std::isfinite(error)) return 0.25;
    const double growth = kSafety * std::pow(tolerance / std::max(error, 1e-300), 1.0 / (p + 1));
    return status == Status::ok ? std::clamp(growth, 0.2, kLargestGrowth) : std::clamp(growth, 0.1, 0.5);
  }

  void judge_balance() {
    const auto drifted = [&](double limit) {
      return drifts(state_.books, stepper_.method(), limit, Judged::on_the_way);
    };
    outcome_.drifted = outcome_.drifted || drifted(kWarnedDrift);
    if (drifted(kFatalDrift)) outcome_.status = Status::energy_drift;
  }

  Stepper& stepper_;
  State& state_;
  const Programme& programme_;
  MarchOutcome outcome_;
};

}  // namespace

MarchOutcome march(Stepper& stepper, State& state, const Programme& programme, double until, TimeControl control) {
  if (!(until > state.time)) return {};
  March on(stepper, state, programme);
  if (control.dt > 0) return on.in_steps_of(control.dt, until);
  ENSURE(control.tolerance > 0);
  return on.within(control.tolerance, until);
}

}  // namespace plumb
