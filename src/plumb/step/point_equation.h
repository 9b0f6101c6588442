#pragma once

#include <plumb/step/linearised_step.h>

namespace plumb {

/// The equation of every implicit method that evaluates its forces at one new point q0 + U, with v = alpha U + b:
///   (p(q0 + U, v) - p*)/tau - f(q0 + U, v) = 0,
/// p = dT/dv and f of step/dynamics.h. Newton's matrix alpha/tau M + Hessian of E + alpha Hessian of D is exact where M
/// does not depend on q and D is linear, else nearly so.
class PointEquation final : public StepEquation {
 public:
  explicit PointEquation(Dynamics& dynamics) : dynamics_(dynamics) {}

  double alpha = 0, tau = 0;
  Eigen::VectorXd b, momentum;  ///< momentum: p*
  Loads at;                     ///< the loads at the point
  Eigen::VectorXd clamped;      ///< rates of what clamps hold; empty: alpha U + b like the others
  bool convex = false;          ///< the matrix takes convex Hessians of E (Want::convex)

  const Loads& loads() const override { return at; }
  void set_rates(State& point, const Eigen::VectorXd& way) const override;
  Status linearise(const State& point, const Eigen::VectorXd& way, const Eigen::VectorXd* taken,
                   Eigen::VectorXd& minus_residual) override;
  Status add_drag_of_rates(const State& point, const Eigen::VectorXd& clamp_step, Eigen::VectorXd& residual) override;
  bool make_convex(bool now) override { return convex = now, true; }
  bool exact() const override { return dynamics_.model().inertia->constant(); }

 private:
  Dynamics& dynamics_;
  Eigen::VectorXd momentum_here_;
};

}  // namespace plumb
