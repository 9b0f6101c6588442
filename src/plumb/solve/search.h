#pragma once

#include <Eigen/Core>

#include <plumb/model/linearisation.h>

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

/// Beyond this size, in the layout's scale, a Newton step says nothing.
inline constexpr double kLargestStep = 1;

/// A search for one equilibrium: what Newton's method, leaving a saddle and descent hand to each other.
struct Search {
  Search(Model model, EquilibriumOptions with);

  EquilibriumOptions options;
  Linearisation here;  ///< at `state`, if evaluated there
  State state;         ///< where the search is
  Loads loads;
  Eigen::VectorXd taken;    ///< the Newton step that led to `state`, on all of q; zero if none did
  Eigen::VectorXd pointed;  ///< the first step from the last equilibrium, on all of q; zero before it is known
  Outcome outcome;

  const Layout& layout() const { return here.layout(); }
  Status evaluate() { return here.evaluate(state, loads); }
  /// Gives Newton's step at `state`, on the free unknowns and on all of q. False: the stiffness is singular.
  bool newton_step(Eigen::VectorXd& free_step, Eigen::VectorXd& step);
  bool at_rest(double update, double previous);
  /// Takes `state` for the answer; its Hessian is factored.
  void accept(double update);
  /// Puts `trial` at a fraction of a step from `state` and gives its energy, J. False: outside the domain. Fractions
  /// are powers of two but for the first of a step, so that the step keeps its bits.
  bool try_step(Eigen::VectorXd& step, double fraction, State& trial, double& energy);
};

}  // namespace plumb
