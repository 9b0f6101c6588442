#pragma once

#include <memory>

#include <Eigen/Core>

#include <plumb/linalg/factorization.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/model.h>
#include <plumb/solve/noise.h>
#include <plumb/solve/skew_correction.h>

namespace plumb {

/// Defaults are meant to be left alone; each says what it trades.
struct EquilibriumOptions {
  double update_tolerance = 1e-9;    ///< of the layout's scale: accepted when Newton's next step would be smaller
  double residual_tolerance = 1e-7;  ///< of the largest sum of absolute forces on an unknown
  int max_newton = 30;               ///< full steps before the safeguarded descent takes over
  int max_descent = 4000;            ///< safeguarded steps before giving up
  int max_saddles = 10;              ///< how many saddles are left before giving up
  bool accepts_saddles = false;      ///< any equilibrium is an answer; its negative modes are told
};

/// How a search for an equilibrium ended.
struct Outcome {
  Status status = Status::not_converged;
  int iterations = 0;   ///< Hessians assembled and factored
  double update = 0;    ///< the Newton step at the accepted state, in the layout's scale: its distance to the solution
  double residual = 0;  ///< largest force over the largest sum of absolute forces
  double energy = 0;    ///< J
  int negative_modes = -1;  ///< of the exact Hessian at the accepted state; 0 certifies stability
  int saddles_left = 0;     ///< unstable equilibria met and left on the way
  int load_steps = 1;       ///< equilibria found on the way, this one included
  int retries = 0;          ///< load steps that Newton's method could not do, and that were done otherwise
  double straying = 0;      ///< how far it is from where the first step pointed, as a part of how far it moved
};

/// Finds stable equilibria of one model, again and again, without allocating.
///
/// Newton's method on the exact Hessian with full steps: stretch is up to 10^7 times stiffer than bending in slender
/// rods, and a line search on the energy would follow the curved valley in tiny steps. An equilibrium with negative
/// modes is left along the lowest one, with the amplitude along it imposed until the force that holds it there
/// vanishes. Where that fails, a descent takes over: Hessian shifted until positive, Armijo search on the energy.
/// On its way the Hessian leaves out the stretch that a long step only seems to make (Energy::evaluate_after), which
/// takes a third of the iterations or fewer; the last steps, and what is accepted, have the exact one.
/// Accepted: the next Newton step and the residual are small (or nothing but the noise eps |H| |q|), and the Hessian
/// *at that state* has no negative eigenvalue.
class EquilibriumSolver {
 public:
  explicit EquilibriumSolver(Model model, EquilibriumOptions options = {});

  /// Moves the state to a stable equilibrium under these loads; leaves it untouched unless the status is ok. Who can
  /// come back with smaller load steps does better without the descent: it creeps where a shorter step would not.
  /// Every loop asks the budget (core/budget.h); out of it, the status is what the budget says.
  Outcome solve(State& state, const Loads& loads, bool may_descend = true);
  const Model& model() const { return model_; }
  /// Of the Hessian at the state that was last accepted: zero where stability is about to be lost.
  double eigenvalue_nearest_to_zero();

 private:
  Status move_clamps(const Loads& loads);
  /// How far the state has gone along a mode, and the force that holds it there.
  struct Amplitude {
    double mode_squared = 1;
    double reached = 0;  ///< in the layout's scale
    double force = 0;
  };

  /// The Hessian of Newton's method on its way (Energy::evaluate_after), or the exact one.
  Status evaluate_on_the_way(const Loads& loads, bool exact);
  bool newton_through_saddles(const Loads& loads, Outcome& outcome);
  bool newton(const Loads& loads, Outcome& outcome);
  bool falling_mode(double& stiffness);
  bool follow_mode(const Loads& loads, Outcome& outcome);
  bool impose(double target, const Loads& loads, Amplitude& at, Outcome& outcome);
  void descend(const Loads& loads, Outcome& outcome);
  bool leave_saddle(const Loads& loads);
  Status evaluate(const Loads& loads);
  bool factor_shifted(Outcome& outcome);
  bool newton_step(const Loads& loads);
  bool converged(double update, double previous);
  bool try_step(double fraction, const Loads& loads, double& energy);
  void accept(Outcome& outcome, double update);
  double straying(const State& before);

  Model model_;
  EquilibriumOptions options_;
  Assembly assembly_;
  Potential potential_, trial_potential_;
  std::unique_ptr<Factorization> factorization_;
  SkewCorrection skew_;
  State current_, trial_, start_, before_newton_, trial_start_;
  Eigen::VectorXd step_;       ///< on all of q
  Eigen::VectorXd free_step_;  ///< on the free unknowns
  Eigen::VectorXd taken_;      ///< the step that led to the current state, on all of q
  Eigen::VectorXd pointed_;    ///< the first step from the last equilibrium, on all of q
  Eigen::VectorXd diagonal_;   ///< of the Hessian
  ForceNoise force_noise_;
  Eigen::VectorXd mode_, held_;  ///< a saddle's lowest mode; what a unit force along it does
  double shift_ = 0;
};

/// For the hurried: one equilibrium.
Outcome equilibrium(const Model& model, State& state, const Loads& loads);

}  // namespace plumb
