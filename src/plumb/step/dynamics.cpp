#include <plumb/step/dynamics.h>

namespace plumb {
namespace {

std::vector<std::shared_ptr<const Energy>> as_terms(const Model& model) {
  return {model.dissipations.begin(), model.dissipations.end()};
}

}  // namespace

Dynamics::Dynamics(Model model)
    : model_(std::move(model)),
      energy_(model_.layout, model_.energies),
      dissipation_(model_.layout, as_terms(model_), energy_.pattern()),
      potential_(energy_.pattern()),
      loss_(energy_.pattern()),
      matrix_(energy_.pattern()),
      factors_(make_factorization(matrix_)),
      free_(Eigen::VectorXd::Zero(model_.layout.n_free)) {
  ENSURE(model_.inertia != nullptr);
}

Status Dynamics::forces(const State& state, const Loads& loads, Eigen::VectorXd& out) {
  const Want want{.gradient = true};
  if (const Status s = energy_.evaluate(state, loads, want, potential_); s != Status::ok) return s;
  if (const Status s = add_dissipation(state, loads, want, out); s != Status::ok) return s;
  add_inertial(state, loads, out);
  return Status::ok;
}

Status Dynamics::linearise(const State& state, const Loads& loads, const Eigen::VectorXd* taken, double alpha,
                           Eigen::VectorXd& force) {
  const Want want{.gradient = true, .hessian = true};
  Status s = taken ? energy_.evaluate_after(*taken, state, loads, want, potential_)
                   : energy_.evaluate(state, loads, want, potential_);
  if (s == Status::ok) s = add_dissipation(state, loads, want, force);
  if (s != Status::ok) return s;
  add_inertial(state, loads, force);
  sum_hessians(alpha);
  return Status::ok;
}

Status Dynamics::linearise_along(const Way& way, const State& middle, const Loads& loads, double alpha,
                                 Eigen::VectorXd& force) {
  const Want want{.gradient = true, .hessian = true};
  Status s = energy_.evaluate_along(way, loads, want, potential_);
  if (s == Status::ok) s = add_dissipation(middle, loads, want, force);
  if (s == Status::ok) sum_hessians(alpha);
  return s;
}

/// -dE/dq - dD/dv; E is evaluated already.
Status Dynamics::add_dissipation(const State& state, const Loads& loads, Want want, Eigen::VectorXd& force) {
  if (const Status s = dissipation_.evaluate(state, loads, want, loss_); s != Status::ok) return s;
  force = -potential_.gradient - loss_.gradient;
  return Status::ok;
}

void Dynamics::add_inertial(const State& state, const Loads& loads, Eigen::VectorXd& force) {
  model_.inertia->force(state, loads, state.v, inertial_);
  for_free(model_.layout, [&](int i, int row) { force[row] += inertial_[i]; });
}

void Dynamics::sum_hessians(double alpha) {
  for (std::int32_t k = 0; k < matrix_.n_values(); ++k) {
    matrix_.values()[k] = potential_.hessian.values()[k] + alpha * loss_.hessian.values()[k];
  }
}

Status Dynamics::drag(const State& state, const Loads& loads, const Eigen::VectorXd& clamp_step, Eigen::VectorXd& out) {
  return energy_.hessian_times(state, loads, clamp_step, out);
}

bool Dynamics::rates_from_momentum(State& state, const Loads& loads, const Eigen::VectorXd& momentum) {
  for_free(model_.layout, [&](int i, int) { state.v[i] = 0; });
  model_.inertia->momentum(state, loads, state.v, inertial_);
  for_free(model_.layout, [&](int i, int row) { free_[row] = momentum[i] - inertial_[i]; });
  matrix_.set_zero();
  model_.inertia->add_mass(state, model_.layout, 1, matrix_);
  if (factors_->factor(matrix_, 0) != Status::ok) return false;
  factors_->solve(free_);
  for_free(model_.layout, [&](int i, int row) { state.v[i] = free_[row]; });
  return true;
}

void Dynamics::clamp_step(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  for (const auto& constraint : model_.constraints) constraint->step_to(state, loads, step);
}

}  // namespace plumb
