#pragma once

#include <functional>
#include <memory>

#include <Eigen/Core>

#include <plumb/energy/assembly.h>
#include <plumb/linalg/factorization.h>
#include <plumb/model/model.h>
#include <plumb/step/anderson.h>
#include <plumb/step/method.h>

namespace plumb {

/// What the world does at each time, with the rates of the clamps.
using Programme = std::function<Loads(double time)>;

struct StepOptions {
  double update_tolerance = 1e-11;  ///< of the layout's scale: a step is done when Newton's next change is smaller
  int max_iterations = 60;
};

struct StepOutcome {
  Status status = Status::not_converged;
  int iterations = 0;  ///< Hessians assembled and factored
};

/// One step in time of one model, again and again. With p = dT/dv, and f = dT/dq - dE/dq - dD/dv:
///   symplectic Euler    p1 = p0 + h f(q0, v), M(q0) v = p1, q1 = q0 + h v; implicit in v where M depends on q
///   backward Euler      p1 = p0 + h f(q1, v1), q1 = q0 + h v1
///   implicit midpoint   p1 = p0 + h f(q, v) at the middle q = q0 + h v/2, where p = (p0 + p1)/2
///   Newmark             average acceleration (beta = 1/4, gamma = 1/2): p1 = p0 + h (f0 + f1)/2, q1 = q0 + h (v0 +
///   v1)/2 BDF2                second-order backward differences of q and of p, for any ratio of steps; starts by
///   backward Euler
/// All implicit ones solve, at one evaluation point q0 + U with v = alpha U + b,
///   (p(q0 + U, v) - p*)/tau - f(q0 + U, v) = 0
/// by Newton's method with the matrix alpha/tau M + Hessian of E + alpha Hessian of D: exact where M does not depend on
/// q and D is linear, else nearly so. Sums with q mean the layout's retraction.
class Stepper {
 public:
  Stepper(Model model, Method method, StepOptions options = {});

  /// Moves the state by `duration`; leaves it untouched unless the status is ok.
  StepOutcome step(State& state, const Programme& programme, double duration);

  const Model& model() const { return model_; }
  Method method() const { return method_; }
  double kinetic_energy(const State& state) const;
  /// Of the potential, under the state's loads.
  double potential_energy(const State& state);

 private:
  /// The equation of an implicit step.
  struct Equation {
    double alpha = 0, tau = 0;
    Eigen::VectorXd b, momentum;  ///< momentum: p*
    Loads loads;                  ///< at the evaluation point
    Eigen::VectorXd clamped;      ///< rates of what clamps hold; empty: alpha U + b like the others
  };

  Equation equation(const State& state, const Programme& programme, double duration);
  StepOutcome explicit_step(State& state, const Programme& programme, double duration);
  void set_rates(const Equation& equation);
  Status solve(const State& start, const Equation& equation, StepOutcome& outcome);
  Status forces(const State& state, const Loads& loads);
  Status matrices(const State& state, const Loads& loads, const Eigen::VectorXd* taken);
  Status sum_forces(const State& state, const Loads& loads, Want want);
  bool rates_from_momentum(State& state, const Loads& loads, const Eigen::VectorXd& momentum);
  void clamp_step(const State& state, const Loads& loads, Eigen::VectorXd& step) const;

  Model model_;
  Method method_;
  StepOptions options_;
  Assembly energy_, dissipation_;
  Potential potential_, loss_;
  SymmetricMatrix matrix_;
  std::unique_ptr<Factorization> factorization_;
  State current_;
  Anderson anderson_;
  Eigen::VectorXd total_, step_, free_step_, free_total_, force_, inertial_;
};

}  // namespace plumb
