#pragma once

#include <plumb/solve/descent.h>
#include <plumb/solve/newton.h>
#include <plumb/solve/saddle.h>
#include <plumb/solve/search.h>

namespace plumb {

/// Finds stable equilibria of one model, again and again, without allocating.
///
/// Newton's method on the exact Hessian with full steps (solve/newton.h). An equilibrium with negative modes is left
/// along the lowest one, with the amplitude along it imposed until the force that holds it there vanishes
/// (solve/saddle.h). Where that fails, a descent takes over: Hessian shifted until positive, Armijo search on the
/// energy (solve/descent.h).
/// Accepted: the next Newton step and the residual are small (or nothing but the noise eps |H| |q|), and the Hessian
/// *at that state* has no negative eigenvalue.
class EquilibriumSolver {
 public:
  explicit EquilibriumSolver(Model model, EquilibriumOptions options = {});

  /// Moves the state to a stable equilibrium under these loads; leaves it untouched unless the status is ok. Who can
  /// come back with smaller load steps does better without the descent: it creeps where a shorter step would not.
  /// Every loop asks the budget (core/budget.h); out of it, the status is what the budget says.
  Outcome solve(State& state, const Loads& loads, bool may_descend = true);
  const Model& model() const { return search_.here.model(); }
  /// Returns an eigenvalue of the Hessian at the state that was last accepted: it is zero where stability is about to be
  /// lost.
  double eigenvalue_nearest_to_zero();

 private:
  Status move_clamps();
  bool newton_through_saddles();
  double straying(const State& before);

  Search search_;
  NewtonSteps newton_;
  SaddleExit saddle_;
  Descent descent_;
  State start_;           ///< with its clamps where the loads want them
  Eigen::VectorXd left_;  ///< q of the saddle that was left last
  Eigen::VectorXd step_, free_step_;
  Eigen::VectorXd softest_, solved_;  ///< of the inverse iteration: the last mode found; the Hessian's inverse times it
};

/// For the hurried: one equilibrium.
Outcome equilibrium(const Model& model, State& state, const Loads& loads);

}  // namespace plumb
