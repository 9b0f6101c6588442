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

/// Lets the memories take note of the state, and returns by how much that lowers the potential energy, J.
double lost_to_memories(Stepper& stepper, State& state) {
  const double before = stepper.meter().potential(state);
  commit(stepper.model(), state);
  return before - stepper.meter().potential(state);
}

/// One body on its way.
class OnTheWay {
 public:
  explicit OnTheWay(const Mover& mover)
      : stepper_(mover.stepper), state_(mover.state), programme_(mover.programme), between_(mover.between) {
    if (!state_.books.open) state_.loads = programme_(state_.time);
    stepper_.meter().open(state_);
  }

  const MarchOutcome& outcome() const { return outcome_; }
  bool fails() const { return outcome_.status != Status::ok; }
  double time() const { return state_.time; }
  /// Returns the step that the error control wants, s; `first` where it knows nothing yet.
  double wanted_step(double first) {
    if (!(state_.time_step > 0)) state_.time_step = first;
    return state_.time_step;
  }

  /// Goes there in one step; in shorter ones where Newton's method does not find the end of that.
  void go_to(double until) {
    constexpr double kShortest = 1.0 / 64;
    const double way = until - state_.time;
    double h = way;
    while (state_.time < until) {
      const double left = until - state_.time;
      const bool last = h >= left * (1 - 1e-9);
      const double steps = state_.books.steps;
      outcome_.status = step(state_, last ? left : h);
      if (outcome_.status == Status::ok) {
        ++outcome_.steps;
        if (last) state_.time = until;
        judge_balance();
        act_between(steps);
        if (outcome_.status != Status::ok) return;
        continue;
      }
      ++outcome_.rejected;
      h = 0.5 * (last ? left : h);
      if (h < kShortest * way || ended_by_budget(outcome_.status)) return;
    }
  }

  /// Does a step beside the state, which `accept` makes the state. Returns false if it must be shorter, and fails if
  /// that would be shorter than `smallest`. `share`: of the step in the whole way.
  bool attempt(double h, double share, double tolerance, double smallest) {
    halves_ = state_;
    Status status = Status::ok;
    growth_ = try_in_halves(halves_, h, share, tolerance, status);
    if (status == Status::ok) return true;
    if (ended_by_budget(status)) {
      outcome_.status = status;
      return false;
    }
    ++outcome_.rejected;
    state_.time_step = h * growth_;
    if (state_.time_step < smallest) outcome_.status = status;
    return false;
  }

  void accept(double h, double time) {
    const double wanted = state_.time_step, steps = state_.books.steps;
    state_ = std::move(halves_);
    state_.time = time;
    // A step cut short, to arrive or for another body, says nothing about longer ones.
    state_.time_step = h < wanted ? std::max(wanted, h * growth_) : h * growth_;
    outcome_.steps += 2;
    judge_balance();
    act_between(steps);
  }
  /// Returns the time after the step that was tried.
  double time_after() const { return halves_.time; }

 private:
  /// One step, entered into the books. The state that it leads to is kept, or else a copy was given: memories may take
  /// note of it.
  Status step(State& state, double h) {
    const StepOutcome one = stepper_.step(state, programme_, h);
    outcome_.iterations += one.iterations;
    if (one.status == Status::ok) enter_step(stepper_, state, one.energy);
    return one.status;
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
    const double error = stepper_.model().layout.relative_size(whole.q - halves.q) / ((1 << p) - 1);
    // First-order methods gain in their first steps what is large beside the little energy that is in play by then.
    const EnergyBalance after = stepper_.meter().balance(halves);
    const bool gained = p > 1 && energy_before - after.numerical > kGainOnTheWay * share * after.in_play + after.noise;
    if (!(error <= tolerance) || gained) status = Status::not_converged;
    if (!std::isfinite(error)) return 0.25;
    const double growth = kSafety * std::pow(tolerance / std::max(error, 1e-300), 1.0 / (p + 1));
    return status == Status::ok ? std::clamp(growth, 0.2, kLargestGrowth) : std::clamp(growth, 0.1, 0.5);
  }

  void judge_balance() { outcome_.status = plumb::judge_balance(stepper_, state_, outcome_.drifted); }

  /// `steps`: in the books before the step that was just done.
  void act_between(double steps) {
    if (outcome_.status == Status::ok && between_.follows(steps, state_.books.steps)) outcome_.status = between_.act();
  }

  Stepper& stepper_;
  State& state_;
  const Programme& programme_;
  Interlude between_;
  MarchOutcome outcome_;
  State halves_;       ///< after the step that was tried
  double growth_ = 1;  ///< by which the next step may be longer
};

using Bodies = std::vector<OnTheWay>;

bool any_fails(const Bodies& bodies) {
  return std::any_of(bodies.begin(), bodies.end(), [](const OnTheWay& body) { return body.fails(); });
}

void in_steps_of(double dt, Bodies& bodies, double until) {
  const double start = bodies.front().time();
  const int n = std::max(1, static_cast<int>(std::ceil((until - start) / dt * (1 - 1e-9))));
  for (int i = 1; i <= n; ++i) {
    for (OnTheWay& body : bodies) {
      body.go_to(i == n ? until : start + i * dt);
      if (body.fails()) return;
    }
  }
}

void within(double tolerance, Bodies& bodies, double until) {
  constexpr double kFirst = 1e-3, kSmallest = 1e-9;  // of the whole way
  const double way = until - bodies.front().time();
  while (bodies.front().time() < until && !any_fails(bodies)) {
    double wanted = way;
    for (OnTheWay& body : bodies) wanted = std::min(wanted, body.wanted_step(kFirst * way));
    const double left = until - bodies.front().time(), h = next_duration(left, wanted);
    bool done = true;
    for (std::size_t i = 0; i < bodies.size() && done; ++i) {
      done = bodies[i].attempt(h, h / way, tolerance, kSmallest * way);
    }
    for (OnTheWay& body : bodies) {
      if (done) body.accept(h, h == left ? until : body.time_after());
    }
  }
}

}  // namespace

bool Interlude::follows(double steps_before, double steps_now) const {
  return every > 0 && std::floor(steps_now / every) != std::floor(steps_before / every);
}

void enter_step(Stepper& stepper, State& state, StepWork work) {
  if (!stepper.model().memories.empty()) work.dissipated += lost_to_memories(stepper, state);
  stepper.meter().enter(state, work);
}

Status judge_balance(const Stepper& stepper, const State& state, bool& drifted) {
  const auto beyond = [&](double limit) { return drifts(state.books, stepper.method(), limit, Judged::on_the_way); };
  drifted = drifted || beyond(kWarnedDrift);
  return beyond(kFatalDrift) ? Status::energy_drift : Status::ok;
}

std::vector<MarchOutcome> march(std::span<const Mover> movers, double until, TimeControl control) {
  if (movers.empty() || !(until > movers.front().state.time)) return std::vector<MarchOutcome>(movers.size());
  Bodies bodies;
  for (const Mover& mover : movers) {
    ENSURE(mover.state.time == movers.front().state.time);
    bodies.emplace_back(mover);
  }
  ENSURE(control.dt > 0 || control.tolerance > 0);
  if (control.dt > 0) {
    in_steps_of(control.dt, bodies, until);
  } else {
    within(control.tolerance, bodies, until);
  }
  std::vector<MarchOutcome> outcomes;
  for (const OnTheWay& body : bodies) outcomes.push_back(body.outcome());
  return outcomes;
}

MarchOutcome march(Stepper& stepper, State& state, const Programme& programme, double until, TimeControl control) {
  const Mover one[] = {{stepper, state, programme}};
  return march(one, until, control).front();
}

}  // namespace plumb
