#include <plumb/step/point_steppers.h>

#include <array>
#include <cmath>
#include <numbers>

#include <plumb/step/clamp_rates.h>
#include <plumb/step/point_equation.h>

namespace plumb {
namespace {

/// What the methods share: an equation to fill and to solve, and what is kept of the solution.
class PointStepper : public Stepper {
 public:
  PointStepper(Model model, Method method, StepOptions options)
      : Stepper(std::move(model), method), equation_(dynamics()), newton_(dynamics(), options) {
    equation_.convex = options.solve == StepSolve::one_convex_iteration;
  }

  StepOutcome step(State& state, const Programme& programme, double duration) final {
    StepOutcome outcome;
    next_ = state;
    outcome.status = advance(next_, programme, duration, outcome);
    if (outcome.status != Status::ok) return outcome;
    next_.time = state.time + duration;
    std::swap(state, next_);
    return outcome;
  }

 protected:
  /// Moves the state, with its loads and its memory, and counts iterations and energy; its time is the caller's.
  virtual Status advance(State& state, const Programme& programme, double h, StepOutcome& outcome) = 0;

  /// Begins an equation with the momentum of the state and its point under the loads at `time`.
  PointEquation& begin_equation(const State& state, const Programme& programme, double time) {
    changes_strains_ = false;
    equation_.at = programme(time);
    equation_.b = Eigen::VectorXd::Zero(model().layout.n_q);
    equation_.clamped.resize(0);
    model().inertia->momentum(state, programme(state.time), state.v, equation_.momentum);
    return equation_;
  }
  /// Lets viscous forces be those of a change of the strains over the step.
  void take_viscosity_over_step(const State& start, double h) {
    changes_strains_ = true;
    dynamics().begin_step(start, h);
  }
  Status solve(const State& state, StepOutcome& outcome) {
    return newton_.newton(state, equation_, outcome.iterations);
  }
  LinearisedStep& begin_newton(const State& state) {
    newton_.begin(state, equation_);
    return newton_;
  }
  const PointEquation& equation() const { return equation_; }
  int iterations() const { return newton_.iterations(); }
  const State& point() const { return newton_.point(); }
  const Eigen::VectorXd& way() const { return newton_.way(); }

  /// p* += factor f, with f at the state itself.
  Status add_force_at(const State& state, const Loads& loads, double factor) {
    const Status s = dynamics().forces(state, loads, force_);
    if (s != Status::ok) return s;
    model().layout.for_free([&](int i, int row) { equation_.momentum[i] += factor * force_[row]; });
    return Status::ok;
  }

  /// The point becomes the state, `loads` its own. Forces counted at both ends alike, or at the end alone.
  enum class Forces { at_both_ends, at_the_end };
  void accept(State& state, const Loads& loads, Forces where, StepOutcome& outcome) {
    before_ = state;
    state.q = point().q;
    state.v = point().v;
    state.history = point().history;
    state.loads = loads;
    const double at_end = where == Forces::at_the_end ? 1 : 0.5;
    std::array<EnergyMeter::Sample, 2> both{{{&state, &state.loads, at_end}, {&before_, &before_.loads, 1 - at_end}}};
    if (where == Forces::at_the_end) {
      if (changes_strains_) both[0].from = &before_, both[0].duration = equation_.tau;
      outcome.energy.work += equation_.convex ? meter().work_of_one_iteration(before_, state, way())
                                              : meter().work_over(before_, state, way(), {both.data(), 1});
      outcome.energy.dissipated += loss_in_the_middle(state);
      return;
    }
    const StepWork done = meter().over(before_, state, way(), both);
    outcome.energy.work += done.work;
    outcome.energy.dissipated += done.dissipated;
  }

  /// Returns what viscosity takes from a step that ended with this state.
  double loss_in_the_middle(const State& end) {
    if (model().dissipations.empty()) return 0;
    middle_ = before_;
    if (model().layout.retract(middle_, 0.5 * way()) != Status::ok) middle_ = end;
    middle_.v = end.v;
    return meter().viscous_loss(middle_, end.loads, way());
  }

  Eigen::VectorXd force_;

 private:
  PointEquation equation_;
  LinearisedStep newton_;
  State next_, before_, middle_;
  bool changes_strains_ = false;  ///< do viscous forces know where the step began?
};

/// Backward Euler, and with its own StepSolve the linearly implicit one.
class BackwardEuler final : public PointStepper {
 public:
  using PointStepper::PointStepper;

 private:
  Status advance(State& state, const Programme& programme, double h, StepOutcome& outcome) override {
    if (const Status s = prepare(state, programme, h); s != Status::ok) return s;
    if (const Status s = solve(state, outcome); s != Status::ok) return s;
    accept(state, equation().at, Forces::at_the_end, outcome);
    return Status::ok;
  }

  LinearisedStep* begin(const State& state, const Programme& programme, double h) override {
    if (prepare(state, programme, h) != Status::ok) return nullptr;
    duration_ = h;
    return &begin_newton(state);
  }

  StepOutcome end(State& state) override {
    StepOutcome outcome;
    outcome.status = Status::ok;
    outcome.iterations = iterations();
    accept(state, equation().at, Forces::at_the_end, outcome);
    state.time += duration_;
    return outcome;
  }

  Status prepare(const State& state, const Programme& programme, double h) {
    PointEquation& e = begin_equation(state, programme, state.time + h);
    e.alpha = 1 / h;
    e.tau = h;
    if (!e.convex) take_viscosity_over_step(state, h);
    return e.convex && !model().inertia->constant() ? foresee_masses(state, h, e) : Status::ok;
  }

  /// Newton's matrix does not know how masses depend on the shape. One iteration takes their change as the present
  /// rates foretell it: p* less what p changes on the way, and dT/dq as it is now.
  Status foresee_masses(const State& state, double h, PointEquation& e) {
    State ahead = state;
    if (const Status s = model().layout.retract(ahead, h * state.v); s != Status::ok) return s;
    Eigen::VectorXd here, there, force, of_clamps;
    model().inertia->momentum(state, e.at, state.v, here);
    model().inertia->momentum(ahead, e.at, state.v, there);
    model().inertia->force(state, e.at, state.v, force);
    model().inertia->force(state, e.at, Eigen::VectorXd::Zero(state.v.size()), of_clamps);  // the iteration has it
    e.momentum += here - there + h * (force - of_clamps);
    return Status::ok;
  }

  double duration_ = 0;  ///< s, of the step that was begun
};

class ImplicitMidpoint final : public PointStepper {
 public:
  using PointStepper::PointStepper;

 private:
  Status advance(State& state, const Programme& programme, double h, StepOutcome& outcome) override {
    const Loads end = programme(state.time + h);
    PointEquation& e = begin_equation(state, programme, state.time + 0.5 * h);
    const Eigen::VectorXd momentum = e.momentum;
    e.alpha = 2 / h;
    e.tau = h / 2;
    // Clamps that do not go evenly are told their mean rate.
    e.clamped = Eigen::VectorXd::Zero(model().layout.n_q);
    dynamics().clamp_step(state, end, e.clamped);
    e.clamped /= h;
    if (const Status s = solve(state, outcome); s != Status::ok) return s;

    // The whole way is twice that to the middle, and so is the impulse.
    Eigen::VectorXd middle;
    model().inertia->momentum(point(), e.at, point().v, middle);
    const State before = state;
    Eigen::VectorXd whole = 2 * way();
    dynamics().clamp_step(state, end, whole);
    if (const Status s = model().layout.retract(state, whole); s != Status::ok) return s;
    state.v = point().v;
    put_end_rates(model(), before, e.at, end, h, state.v);
    if (!dynamics().rates_from_momentum(state, end, 2 * middle - momentum)) return Status::singular;
    state.loads = end;
    const EnergyMeter::Sample sample{&point(), &e.at, 1};
    outcome.energy = meter().over(before, state, whole, {&sample, 1});
    return Status::ok;
  }
};

/// Newmark's equation over `h`.
class Trapezoidal : public PointStepper {
 public:
  using PointStepper::PointStepper;

 protected:
  Status trapezoid(State& state, const Programme& programme, double h, StepOutcome& outcome) {
    const Loads now = programme(state.time);
    PointEquation& e = begin_equation(state, programme, state.time + h);
    e.alpha = 2 / h;
    e.tau = h / 2;
    e.b = -state.v;
    if (const Status s = add_force_at(state, now, 0.5 * h); s != Status::ok) return s;
    if (const Status s = solve(state, outcome); s != Status::ok) return s;
    accept(state, e.at, Forces::at_both_ends, outcome);
    return Status::ok;
  }
};

class Newmark final : public Trapezoidal {
 public:
  using Trapezoidal::Trapezoidal;

 private:
  Status advance(State& state, const Programme& programme, double h, StepOutcome& outcome) override {
    return trapezoid(state, programme, h, outcome);
  }
};

/// Second-order backward differences after a step `past`.
void backward_differences(PointEquation& e, const PastStep& past, double h) {
  const double ratio = h / past.duration;
  const double lead = (1 + 2 * ratio) / (1 + ratio), tail = ratio * ratio / (1 + ratio);
  e.alpha = lead / h;
  e.tau = h / lead;
  e.b = -tail / h * past.step;
  e.momentum = ((1 + ratio) * e.momentum - tail * past.momentum) / lead;
}

class Bdf2 final : public PointStepper {
 public:
  using PointStepper::PointStepper;

 private:
  Status advance(State& state, const Programme& programme, double h, StepOutcome& outcome) override {
    PointEquation& e = begin_equation(state, programme, state.time + h);
    const Eigen::VectorXd momentum = e.momentum;
    e.alpha = 1 / h;
    e.tau = h;
    if (state.past.duration > 0) backward_differences(e, state.past, h);
    if (const Status s = solve(state, outcome); s != Status::ok) return s;
    accept(state, e.at, Forces::at_both_ends, outcome);
    state.past = {h, way(), momentum};
    return Status::ok;
  }
};

class TrBdf2 final : public Trapezoidal {
 public:
  using Trapezoidal::Trapezoidal;

 private:
  Status advance(State& state, const Programme& programme, double h, StepOutcome& outcome) override {
    // With this fraction both parts have the same matrix where the mass is constant.
    constexpr double kFirst = 2 - std::numbers::sqrt2;
    PastStep first;
    first.duration = kFirst * h;
    model().inertia->momentum(state, programme(state.time), state.v, first.momentum);
    if (const Status s = trapezoid(state, programme, first.duration, outcome); s != Status::ok) return s;
    first.step = way();

    const double start = state.time;
    state.time += first.duration;
    PointEquation& e = begin_equation(state, programme, start + h);
    backward_differences(e, first, h - first.duration);
    if (const Status s = solve(state, outcome); s != Status::ok) return s;
    accept(state, e.at, Forces::at_both_ends, outcome);
    return Status::ok;
  }
};

/// For dq/dt = v and dp/dt = f, each y1 = y0 + h ((1 - gamma) r0 + gamma r1) with rates r of its own, which follow
///   alpha_m r1 + (1 - alpha_m) r0 = alpha_f (v or f at the end) + (1 - alpha_f) (at the start).
/// The rates r are what the state remembers: that of q as a step over a second, that of p as `momentum`.
class GeneralisedAlpha final : public PointStepper {
 public:
  GeneralisedAlpha(Model model, Method method, StepOptions options)
      : PointStepper(std::move(model), method, options), rho_(options.high_frequency_radius) {}

 private:
  Status advance(State& state, const Programme& programme, double h, StepOutcome& outcome) override {
    const double alpha_m = 0.5 * (3 - rho_) / (1 + rho_), alpha_f = 1 / (1 + rho_), gamma = 0.5 + alpha_m - alpha_f;
    const Loads now = programme(state.time);
    PointEquation& e = begin_equation(state, programme, state.time + h);
    const Eigen::VectorXd momentum = e.momentum;
    if (const Status s = dynamics().forces(state, now, force_); s != Status::ok) return s;
    Eigen::VectorXd force = Eigen::VectorXd::Zero(model().layout.n_q);
    model().layout.spread(force_, force);
    const bool first = state.past.duration == 0;
    const Eigen::VectorXd rate_of_q = first ? state.v : state.past.step;
    const Eigen::VectorXd rate_of_p = first ? force : state.past.momentum;

    // r1 = (U/h - (1 - gamma) r0)/gamma; then v1 from the rule of q, and f1 from that of p.
    const double old = (1 - alpha_m) - alpha_m * (1 - gamma) / gamma;
    e.alpha = alpha_m / (alpha_f * gamma * h);
    e.b = (old * rate_of_q - (1 - alpha_f) * state.v) / alpha_f;
    e.tau = alpha_f * gamma * h / alpha_m;
    e.momentum -= gamma * h / alpha_m * (old * rate_of_p - (1 - alpha_f) * force);
    if (const Status s = solve(state, outcome); s != Status::ok) return s;
    accept(state, e.at, Forces::at_both_ends, outcome);

    Eigen::VectorXd reached;
    model().inertia->momentum(state, e.at, state.v, reached);
    state.past.duration = 1;
    state.past.step = (way() / h - (1 - gamma) * rate_of_q) / gamma;
    state.past.momentum = ((reached - momentum) / h - (1 - gamma) * rate_of_p) / gamma;
    return Status::ok;
  }

  double rho_;
};

}  // namespace

std::unique_ptr<Stepper> point_stepper(Model model, Method method, StepOptions options) {
  switch (method) {
    case Method::linearly_implicit_euler:
      options.solve = StepSolve::one_convex_iteration;
      return std::make_unique<BackwardEuler>(std::move(model), method, options);
    case Method::backward_euler:
      return std::make_unique<BackwardEuler>(std::move(model), method, options);
    case Method::implicit_midpoint:
      return std::make_unique<ImplicitMidpoint>(std::move(model), method, options);
    case Method::newmark:
      return std::make_unique<Newmark>(std::move(model), method, options);
    case Method::bdf2:
      return std::make_unique<Bdf2>(std::move(model), method, options);
    case Method::tr_bdf2:
      return std::make_unique<TrBdf2>(std::move(model), method, options);
    case Method::generalised_alpha:
      return std::make_unique<GeneralisedAlpha>(std::move(model), method, options);
    default:
      bug("an implicit method of single points", __FILE__, __LINE__);
  }
}

}  // namespace plumb
