#pragma once

#include <optional>

#include <plumb/solve/equilibrium.h>
#include <plumb/solve/iteration_solver.h>

namespace plumb {

struct ShiftedOptions {
  LinearSolver linear = LinearSolver::factors;
  double linear_tolerance = 1e-10;  ///< of the force: how far conjugate gradients go
  int max_iterations = 1000;        ///< before giving up
  bool guided = true;               ///< false: the body's own law leads, also while elements are shifted
  bool certifies = true;            ///< false: it ends where Newton's next step is small, without a factorisation
};

struct ShiftedOutcome {
  Status status = Status::not_converged;
  int iterations = 0;    ///< of Newton's method, shifted or not, before the equilibrium was certified
  int products = 0;      ///< with the Hessian, of conjugate gradients
  int most_shifted = 0;  ///< elements
  double part = 1;       ///< of the terms' thresholds, at the end
  int n_below = 0;       ///< elements that are deformed beyond that at the end
  Outcome certified;     ///< of the equilibrium solver at the end
};

/// Statics of solids from any start: flat, inside out, all points in one place.
///
/// Newton's method on a potential that is shifted anew in each iteration (mechanics/shiftable.h): elements that are
/// flat or inside out are evaluated at the nearest deformation that is not, so forces and stiffness are those of a
/// strongly compressed element instead of none, and turn it back. The Hessian is convex, element by element. A step is
/// judged by the energy that it belongs to: the shifted one as long as anything is shifted, then the true one. (Irving,
/// Teran and Fedkiw 2004 continue the energy linearly below the threshold: its Hessian is then zero there, and
/// Newton's method has no step.)
///
/// While anything is shifted, a guide leads (Shifted::shift): by itself, a law that wants its volume back winds many a
/// start up into another minimum, without an inverted element and stable, or presses elements further inside out.
///
/// If the search comes to rest while elements are shifted, they really are compressed that far, or held there: the
/// threshold is lowered. Near the end the ordinary equilibrium solver takes over, and certifies what it finds like any
/// other equilibrium. What it finds with elements beyond the threshold is refused.
class ShiftedStatics {
 public:
  explicit ShiftedStatics(Model model, ShiftedOptions options = {});

  /// Moves the state to a stable equilibrium under these loads, from wherever it is; leaves it untouched unless the
  /// status is ok.
  ShiftedOutcome solve(State& state, const Loads& loads);
  const Model& model() const { return model_; }

 private:
  Status move_clamps();
  bool go_downhill(const Eigen::VectorXd& free_step);
  bool certify(ShiftedOutcome& outcome);

  Model model_;
  ShiftedOptions options_;
  IterationSolver here_;
  std::optional<EquilibriumSolver> equilibrium_;
  State state_, trial_;
  Eigen::VectorXd step_;
};

}  // namespace plumb
