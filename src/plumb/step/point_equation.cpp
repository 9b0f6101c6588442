#include <plumb/step/point_equation.h>

namespace plumb {

void PointEquation::set_rates(State& point, const Eigen::VectorXd& way) const {
  point.v = alpha * way + b;
  if (clamped.size() == 0) return;
  const Layout& layout = dynamics_.model().layout;
  for (int i = 0; i < layout.n_q; ++i) {
    if (!layout.is_free(i)) point.v[i] = clamped[i];
  }
}

Status PointEquation::linearise(const State& point, const Eigen::VectorXd&, const Eigen::VectorXd* taken,
                                Eigen::VectorXd& minus_residual) {
  const Model& model = dynamics_.model();
  const Status s = dynamics_.linearise(point, at, taken, {.gradient = true, .hessian = true, .convex = convex}, alpha,
                                       minus_residual);
  if (s != Status::ok) return s;
  model.inertia->momentum(point, at, point.v, momentum_here_);
  model.layout.for_free([&](int q, int row) { minus_residual[row] -= (momentum_here_[q] - momentum[q]) / tau; });
  model.inertia->add_mass(point, model.layout, alpha / tau, dynamics_.matrix());
  return Status::ok;
}

Status PointEquation::add_drag_of_rates(const State& point, const Eigen::VectorXd& clamp_step,
                                        Eigen::VectorXd& residual) {
  const Model& model = dynamics_.model();
  const Eigen::VectorXd rates = alpha * clamp_step;
  Eigen::VectorXd still, moving;
  model.inertia->momentum(point, at, Eigen::VectorXd::Zero(rates.size()), still);
  model.inertia->momentum(point, at, rates, moving);
  model.layout.for_free([&](int q, int row) { residual[row] += (moving[q] - still[q]) / tau; });
  return dynamics_.add_drag_of_dissipation(point, at, rates, residual);
}

}  // namespace plumb
