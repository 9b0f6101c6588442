#include <plumb/model/linearisation.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb {

Linearisation::Linearisation(Model model)
    : model_(std::move(model)),
      assembly_(model_.layout, model_.energies),
      potential_(assembly_.pattern()),
      factors_(make_factorization(potential_.hessian)),
      skew_(model_),
      step_(Eigen::VectorXd::Zero(model_.layout.n_q)),
      sizes_(model_.layout.n_free),
      noise_(model_.layout.n_free) {}

Status Linearisation::evaluate(const State& state, const Loads& loads, Want want) {
  return assembly_.evaluate(state, loads, want, potential_);
}

Status Linearisation::evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, Want want) {
  return assembly_.evaluate_after(step, state, loads, want, potential_);
}

Status Linearisation::evaluate_along(const Way& way, const Loads& loads, Want want) {
  return assembly_.evaluate_along(way, loads, want, potential_);
}

Status Linearisation::energy(const State& state, const Loads& loads, double& value) {
  const double here = potential_.value;
  const Status status = assembly_.evaluate(state, loads, {.value = true}, potential_);
  value = potential_.value;
  potential_.value = here;
  return status;
}

Status Linearisation::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v,
                                    Eigen::VectorXd& out) {
  return assembly_.hessian_times(state, loads, v, out);
}

Status Linearisation::factor(double shift) {
  skew_.clear();
  return factors_->factor(potential_.hessian, shift);
}

bool Linearisation::add_skew(const State& state, const Loads& loads) {
  return skew_.prepare(model_.layout, state, loads, *factors_);
}

bool Linearisation::newton_step(const State& state, const Loads& loads, Eigen::VectorXd& free_step) {
  free_step = -potential_.gradient;
  if (!add_skew(state, loads)) return false;
  solve(free_step);
  return true;
}

Status Linearisation::retract(State& state, const Eigen::VectorXd& free_step) {
  step_.setZero();
  model_.layout.spread(free_step, step_);
  return model_.layout.retract(state, step_);
}

double Linearisation::residual() const {
  const double force = potential_.magnitude.maxCoeff();
  return force > 0 ? potential_.gradient.cwiseAbs().maxCoeff() / force : 0;
}

bool Linearisation::force_is_noise(const State& state, double factor, double relative) {
  const Layout& layout = model_.layout;
  layout.for_free([&](int i, int row) { sizes_[row] = std::max(std::abs(state.q[i]), layout.scale[i]); });
  potential_.hessian.multiply_abs(sizes_, noise_);
  const double force = relative * potential_.magnitude.maxCoeff();
  const double eps = factor * std::numeric_limits<double>::epsilon();
  const auto& g = potential_.gradient;
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    if (!(std::abs(g[i]) <= std::max(force, eps * noise_[i]))) return false;
  }
  return true;
}

bool Linearisation::at_rest(const State& state, double update, double previous, const Tolerances& tolerances) {
  if (update <= tolerances.update) return force_is_noise(state, 8, tolerances.residual);
  return update < 1e-4 && update > 0.25 * previous && force_is_noise(state, 4, 0);
}

}  // namespace plumb
