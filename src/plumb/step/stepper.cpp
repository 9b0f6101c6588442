#include <plumb/step/stepper.h>

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

std::vector<std::shared_ptr<const Energy>> as_terms(const Model& model) {
  return {model.dissipations.begin(), model.dissipations.end()};
}

template <class Apply>
void for_free(const Layout& layout, const Apply& apply) {
  for (int i = 0; i < layout.n_q; ++i) {
    const int row = layout.free_index[static_cast<std::size_t>(i)];
    if (row >= 0) apply(i, row);
  }
}

}  // namespace

Stepper::Stepper(Model model, Method method, StepOptions options)
    : model_(std::move(model)),
      method_(method),
      options_(options),
      energy_(model_.layout, model_.energies),
      dissipation_(model_.layout, as_terms(model_), energy_.pattern()),
      potential_(energy_.pattern()),
      loss_(energy_.pattern()),
      matrix_(energy_.pattern()),
      factorization_(make_factorization(matrix_)),
      total_(Eigen::VectorXd::Zero(model_.layout.n_q)),
      step_(Eigen::VectorXd::Zero(model_.layout.n_q)),
      free_step_(Eigen::VectorXd::Zero(model_.layout.n_free)),
      free_total_(Eigen::VectorXd::Zero(model_.layout.n_free)),
      force_(Eigen::VectorXd::Zero(model_.layout.n_free)) {
  ENSURE(model_.inertia != nullptr && method_ != Method::static_);
}

double Stepper::kinetic_energy(const State& state) const { return model_.inertia->energy(state, state.loads, state.v); }

double Stepper::potential_energy(const State& state) {
  const Status status = energy_.evaluate(state, state.loads, {.value = true}, potential_);
  return status == Status::ok ? potential_.value : HUGE_VAL;
}

StepOutcome Stepper::step(State& state, const Programme& programme, double duration) {
  if (method_ == Method::symplectic_euler) return explicit_step(state, programme, duration);
  StepOutcome outcome;
  Eigen::VectorXd momentum;
  model_.inertia->momentum(state, programme(state.time), state.v, momentum);
  const Equation e = equation(state, programme, duration);
  current_ = state;
  outcome.status = solve(state, e, outcome);
  if (outcome.status != Status::ok) return outcome;

  const Loads end = programme(state.time + duration);
  if (method_ == Method::implicit_midpoint) {
    // The second half of the way, and of the impulse.
    Eigen::VectorXd middle;
    model_.inertia->momentum(current_, e.loads, current_.v, middle);
    step_ = total_;
    clamp_step(current_, end, step_);
    outcome.status = model_.layout.retraction->retract(current_, step_);
    total_ += step_;
    if (outcome.status != Status::ok) return outcome;
    if (!rates_from_momentum(current_, end, 2 * middle - momentum)) {
      outcome.status = Status::singular;
      return outcome;
    }
  }
  current_.time = state.time + duration;
  current_.loads = end;
  current_.time_step = state.time_step;
  if (method_ == Method::bdf2) current_.past = {duration, total_, momentum};
  std::swap(state, current_);
  return outcome;
}

/// What each method asks for; see the header.
Stepper::Equation Stepper::equation(const State& state, const Programme& programme, double duration) {
  const double h = duration;
  Equation e;
  e.loads = programme(state.time + (method_ == Method::implicit_midpoint ? 0.5 * h : h));
  e.b = Eigen::VectorXd::Zero(model_.layout.n_q);
  const Loads now = programme(state.time);
  model_.inertia->momentum(state, now, state.v, e.momentum);
  e.alpha = 1 / h;
  e.tau = h;
  if (method_ == Method::implicit_midpoint) {
    e.alpha = 2 / h;
    e.tau = h / 2;
    e.clamped = Eigen::VectorXd::Zero(model_.layout.n_q);
    clamp_step(state, programme(state.time + h), e.clamped);
    e.clamped /= h;
  } else if (method_ == Method::newmark) {
    e.alpha = 2 / h;
    e.tau = h / 2;
    e.b = -state.v;
    if (forces(state, now) == Status::ok) {
      for_free(model_.layout, [&](int i, int row) { e.momentum[i] += 0.5 * h * force_[row]; });
    }
  } else if (method_ == Method::bdf2 && state.past.duration > 0) {
    const double ratio = h / state.past.duration;
    const double lead = (1 + 2 * ratio) / (1 + ratio), tail = ratio * ratio / (1 + ratio);
    e.alpha = lead / h;
    e.tau = h / lead;
    e.b = -tail / h * state.past.step;
    e.momentum = ((1 + ratio) * e.momentum - tail * state.past.momentum) / lead;
  }
  return e;
}

/// v = alpha U + b; clamps that do not go evenly are told their mean rate.
void Stepper::set_rates(const Equation& e) {
  current_.v = e.alpha * total_ + e.b;
  if (e.clamped.size() == 0) return;
  for (int i = 0; i < model_.layout.n_q; ++i) {
    if (model_.layout.free_index[static_cast<std::size_t>(i)] < 0) current_.v[i] = e.clamped[i];
  }
}

/// Newton's method from `start`; leaves the evaluation point with its rates in current_ and the way there in total_.
Status Stepper::solve(const State& start, const Equation& e, StepOutcome& outcome) {
  total_.setZero();
  anderson_.restart();
  double previous = HUGE_VAL;
  for (int i = 0; i < options_.max_iterations; ++i) {
    set_rates(e);
    if (const Status s = matrices(current_, e.loads, i > 0 ? &step_ : nullptr); s != Status::ok) return s;
    ++outcome.iterations;
    // Minus the residual.
    model_.inertia->momentum(current_, e.loads, current_.v, inertial_);
    for_free(model_.layout,
             [&](int q, int row) { free_step_[row] = force_[row] - (inertial_[q] - e.momentum[q]) / e.tau; });
    for (std::int32_t k = 0; k < matrix_.n_values(); ++k) {
      matrix_.values()[k] = potential_.hessian.values()[k] + e.alpha * loss_.hessian.values()[k];
    }
    model_.inertia->add_mass(current_, model_.layout, e.alpha / e.tau, matrix_);
    // The clamps go at once; their neighbours follow to first order.
    step_.setZero();
    if (i == 0) {
      clamp_step(start, e.loads, step_);
      if (step_.cwiseAbs().maxCoeff() > 0) {
        Eigen::VectorXd dragged;
        if (const Status s = energy_.hessian_times(current_, e.loads, step_, dragged); s != Status::ok) return s;
        free_step_ -= dragged;
      }
    }
    if (factorization_->factor(matrix_, 0) != Status::ok) return Status::singular;
    factorization_->solve(free_step_);
    if (!model_.inertia->constant()) {
      for_free(model_.layout, [&](int q, int row) { free_total_[row] = total_[q]; });
      anderson_.mix(free_total_, free_step_);
    }
    for_free(model_.layout, [&](int q, int row) { step_[q] = free_step_[row]; });
    const double update = step_.cwiseQuotient(model_.layout.scale).cwiseAbs().maxCoeff();
    if (!std::isfinite(update)) return Status::not_converged;
    if (update > 1)
      return Status::not_converged;  // beyond its scale a Newton step says nothing: a shorter step in time
    if (const Status s = model_.layout.retraction->retract(current_, step_); s != Status::ok) return s;
    total_ += step_;
    set_rates(e);
    // Small, or nothing but rounding that further steps would stir.
    if (update <= options_.update_tolerance || (update < 1e-8 && update > 0.5 * previous)) return Status::ok;
    if (i > 20 && update > 0.9 * previous) return Status::not_converged;
    previous = update;
  }
  return Status::not_converged;
}

Status Stepper::forces(const State& state, const Loads& loads) {
  const Want want{.gradient = true};
  if (const Status s = energy_.evaluate(state, loads, want, potential_); s != Status::ok) return s;
  return sum_forces(state, loads, want);
}

/// The forces and the Hessians of E and D, that of E as after the Newton step that led here (Energy::evaluate_after).
Status Stepper::matrices(const State& state, const Loads& loads, const Eigen::VectorXd* taken) {
  const Want want{.gradient = true, .hessian = true};
  const Status s = taken ? energy_.evaluate_after(*taken, state, loads, want, potential_)
                         : energy_.evaluate(state, loads, want, potential_);
  return s == Status::ok ? sum_forces(state, loads, want) : s;
}

/// f = dT/dq - dE/dq - dD/dv on the free unknowns; E is evaluated already.
Status Stepper::sum_forces(const State& state, const Loads& loads, Want want) {
  if (const Status s = dissipation_.evaluate(state, loads, want, loss_); s != Status::ok) return s;
  force_ = -potential_.gradient - loss_.gradient;
  model_.inertia->force(state, loads, state.v, inertial_);
  for_free(model_.layout, [&](int i, int row) { force_[row] += inertial_[i]; });
  return Status::ok;
}

/// v on the free unknowns, from p = M(q) v + what the clamps add. Those of the fixed ones are kept.
bool Stepper::rates_from_momentum(State& state, const Loads& loads, const Eigen::VectorXd& momentum) {
  for_free(model_.layout, [&](int i, int) { state.v[i] = 0; });
  model_.inertia->momentum(state, loads, state.v, inertial_);
  for_free(model_.layout, [&](int i, int row) { free_step_[row] = momentum[i] - inertial_[i]; });
  matrix_.set_zero();
  model_.inertia->add_mass(state, model_.layout, 1, matrix_);
  if (factorization_->factor(matrix_, 0) != Status::ok) return false;
  factorization_->solve(free_step_);
  for_free(model_.layout, [&](int i, int row) { state.v[i] = free_step_[row]; });
  return true;
}

/// The entries of a step that clamps decide.
void Stepper::clamp_step(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  for (const auto& constraint : model_.constraints) constraint->step_to(state, loads, step);
}

StepOutcome Stepper::explicit_step(State& state, const Programme& programme, double duration) {
  StepOutcome outcome;
  const Loads now = programme(state.time), end = programme(state.time + duration);
  Eigen::VectorXd before, after;
  model_.inertia->momentum(state, now, state.v, before);
  current_ = state;
  // Where masses depend on q, so does dT/dq on v: a fixed point.
  anderson_.restart();
  const int most = model_.inertia->constant() ? 1 : options_.max_iterations;
  for (int i = 0; i < most; ++i) {
    ++outcome.iterations;
    outcome.status = forces(current_, now);
    if (outcome.status != Status::ok) return outcome;
    after = before;
    for_free(model_.layout, [&](int q, int row) { after[q] += duration * force_[row]; });
    total_ = current_.v;
    if (!rates_from_momentum(current_, now, after)) return {Status::singular, outcome.iterations};
    if (most == 1) break;
    step_ = current_.v - total_;
    const double change = duration * step_.cwiseQuotient(model_.layout.scale).cwiseAbs().maxCoeff();
    outcome.status = change <= options_.update_tolerance ? Status::ok : Status::not_converged;
    if (outcome.status == Status::ok || !std::isfinite(change)) break;
    anderson_.mix(total_, step_);
    current_.v = total_ + step_;
  }
  if (outcome.status != Status::ok) return outcome;
  step_ = duration * current_.v;
  clamp_step(current_, end, step_);
  const double size = step_.cwiseQuotient(model_.layout.scale).cwiseAbs().maxCoeff();
  if (!(size <= 1)) return {Status::not_converged, outcome.iterations};
  outcome.status = model_.layout.retraction->retract(current_, step_);
  if (outcome.status != Status::ok) return outcome;
  current_.v = step_ / duration;
  if (!model_.inertia->constant() && !rates_from_momentum(current_, end, after)) {
    return {Status::singular, outcome.iterations};
  }
  current_.time = state.time + duration;
  current_.loads = end;
  std::swap(state, current_);
  return outcome;
}

}  // namespace plumb
