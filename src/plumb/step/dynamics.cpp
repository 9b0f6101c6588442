#include <plumb/step/dynamics.h>

namespace plumb {
namespace {

std::vector<std::shared_ptr<const Energy>> as_terms(const Model& model) {
  return {model.dissipations.begin(), model.dissipations.end()};
}

}  // namespace

Dynamics::Dynamics(Model model)
    : here_(std::move(model)),
      dissipation_(here_.layout(), as_terms(here_.model()), here_.pattern()),
      loss_(here_.pattern()),
      free_(Eigen::VectorXd::Zero(here_.layout().n_free)) {
  ENSURE(here_.model().inertia != nullptr);
}

Status Dynamics::forces(const State& state, const Loads& loads, Eigen::VectorXd& out) {
  const Want want{.gradient = true};
  if (const Status s = here_.evaluate(state, loads, want); s != Status::ok) return s;
  if (const Status s = add_dissipation(state, loads, want, out); s != Status::ok) return s;
  add_inertial(state, loads, out);
  return Status::ok;
}

Status Dynamics::linearise(const State& state, const Loads& loads, const Eigen::VectorXd* taken, Want want,
                           double alpha, Eigen::VectorXd& force) {
  Status s = taken ? here_.evaluate_after(*taken, state, loads, want) : here_.evaluate(state, loads, want);
  want.convex = false;  // D is quadratic in the rates, and never negative
  if (s == Status::ok) s = add_dissipation(state, loads, want, force);
  if (s != Status::ok) return s;
  add_inertial(state, loads, force);
  add_hessian_of_dissipation(alpha);
  return Status::ok;
}

Status Dynamics::linearise_along(const Way& way, const State& middle, const Loads& loads, double alpha,
                                 Eigen::VectorXd& force) {
  const Want want{.gradient = true, .hessian = true};
  Status s = here_.evaluate_along(way, loads, want);
  if (s == Status::ok) s = add_dissipation(middle, loads, want, force);
  if (s == Status::ok) add_hessian_of_dissipation(alpha);
  return s;
}

/// -dE/dq - dD/dv; E is evaluated already.
Status Dynamics::add_dissipation(const State& state, const Loads& loads, Want want, Eigen::VectorXd& force) {
  if (model().dissipations.empty()) {
    force = -here_.potential().gradient;
    return Status::ok;
  }
  if (const Status s = dissipation_.evaluate(state, loads, want, loss_); s != Status::ok) return s;
  force = -here_.potential().gradient - loss_.gradient;
  return Status::ok;
}

void Dynamics::add_inertial(const State& state, const Loads& loads, Eigen::VectorXd& force) {
  model().inertia->force(state, loads, state.v, inertial_);
  model().layout.for_free([&](int i, int row) { force[row] += inertial_[i]; });
}

void Dynamics::add_hessian_of_dissipation(double alpha) {
  if (model().dissipations.empty()) return;
  for (std::int32_t k = 0; k < matrix().n_values(); ++k) matrix().values()[k] += alpha * loss_.hessian.values()[k];
}

Status Dynamics::drag(const State& state, const Loads& loads, const Eigen::VectorXd& clamp_step, Eigen::VectorXd& out) {
  return here_.hessian_times(state, loads, clamp_step, out);
}

Status Dynamics::add_drag_of_dissipation(const State& state, const Loads& loads, const Eigen::VectorXd& clamp_rates,
                                         Eigen::VectorXd& out) {
  Eigen::VectorXd drag;
  if (const Status s = dissipation_.hessian_times(state, loads, clamp_rates, drag); s != Status::ok) return s;
  out += drag;
  return Status::ok;
}

bool Dynamics::rates_from_momentum(State& state, const Loads& loads, const Eigen::VectorXd& momentum) {
  model().layout.for_free([&](int i, int) { state.v[i] = 0; });
  model().inertia->momentum(state, loads, state.v, inertial_);
  model().layout.for_free([&](int i, int row) { free_[row] = momentum[i] - inertial_[i]; });
  matrix().set_zero();
  model().inertia->add_mass(state, model().layout, 1, matrix());
  if (here_.factor() != Status::ok) return false;
  here_.solve(free_);
  model().layout.for_free([&](int i, int row) { state.v[i] = free_[row]; });
  return true;
}

void Dynamics::clamp_step(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  for (const auto& constraint : model().constraints) constraint->step_to(state, loads, step);
}

}  // namespace plumb
