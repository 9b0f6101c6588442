#pragma once

// Equilibria of models whose points are held in space by forces that are unknown: closed rods and ribbons, whose end
// must come back to their start. The forces are the multipliers of those conditions.

#include <span>

#include <Eigen/Core>

#include <plumb/model/held_point.h>
#include <plumb/model/model.h>

namespace plumb {

struct HeldOptions {
  double stiffness = 0;    ///< N/m, of the springs that pull the points to their places at first; zero: no springs, the
                           ///< state is near an equilibrium
  double update = 1e-9;    ///< of the layout's scale: accepted when Newton's next step would be smaller
  double residual = 1e-7;  ///< of the largest sum of absolute forces on an unknown
  double gap = 1e-10;      ///< m: of every point from its place
  int max_descent = 400;   ///< steps of descent for each set of forces
  int max_newton = 60;     ///< steps of Newton's method on unknowns and forces
  bool accepts_saddles = false;  ///< any equilibrium is an answer; its negative modes are told
};

struct HeldOutcome {
  Status status = Status::not_converged;  ///< `unstable`: at rest, with negative modes
  int iterations = 0;                     ///< Hessians assembled
  double update = 0;                      ///< the last Newton step, in the layout's scale
  double residual = 0;                    ///< largest force over the largest sum of absolute forces
  double gap = 0;                         ///< m, of the point that is farthest from its place
  double energy = 0;                      ///< J, without the work of the forces that hold
  /// Negative eigenvalues of the Hessian of energy and held forces, on the steps that leave all held points where they
  /// are: 0 certifies stability for as long as they are held.
  int negative_modes = -1;
};

/// Moves a state to an equilibrium under its own loads, with the forces along the held directions as further unknowns;
/// what they are at first does not matter without springs, and is a guess with them. The state is left untouched unless the status is ok; then its loads have the
/// forces, and under these the model is at rest by itself, though perhaps not stable.
///
/// First an augmented Lagrangian: the least energy with springs between the points and their places, the springs'
/// forces taken over into the loads, again and again. It finds its way from a poor guess, and to a minimum. Then
/// Newton's method on unknowns and forces together, whose limit is exact: the springs leave no trace.
///
/// Matrices are full: for models of some hundred unknowns. Terms without a potential must be absent, and held
/// wrenches have no moments.
HeldOutcome hold(const Model& model, State& state, std::span<const HeldPoint> points, const HeldOptions& options);

}  // namespace plumb
