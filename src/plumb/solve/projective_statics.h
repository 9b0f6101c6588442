#pragma once

#include <Eigen/Core>

#include <plumb/mechanics/assembly.h>
#include <plumb/solve/projection_matrix.h>
#include <plumb/solve/search.h>

namespace plumb {

struct ProjectiveOptions {
  int iterations = 100;  ///< local and global steps for each load
  double tolerance = 0;  ///< of the layout's scale: fewer steps where one of them moves no point farther than this
};

/// Projective Dynamics (Bouaziz et al. 2014) without inertia: statics. A local step projects each element onto its set,
/// a global one solves for the points that are nearest to all projections under the loads,
///   x <- K^-1 (sum w A^T p(x) + force),   K = sum w A^T A,
/// with K factored once. Since the gradient of the energy is K x - sum w A^T p(x) - force, this is the same as
///   x <- x - K^-1 gradient(x),
/// which is how it is computed: the increment keeps digits that the points would lose, and elements are projected where
/// their energies are evaluated, four at a time and with the same bits for any number of threads.
///
/// The energy goes down with every iteration. How fast the way to the equilibrium shortens depends on the thickness: K
/// resists bending as it resists stretching, S k^2 at the wave number k, where the sheet resists by B k^4 only. So an
/// error falls by a factor e in about S / (B k^2), which is some (L/h)^2, iterations.
///
/// A budget of iterations is the method's, so that ending there is `ok`. Nothing is certified (negative_modes = -1).
class ProjectiveStatics {
 public:
  /// Throws UserError for a model that is not made of projections.
  ProjectiveStatics(Model model, ProjectiveOptions options);

  const Model& model() const { return model_; }
  /// Moves the state towards its equilibrium under these loads. Its `update` is the last step, its `residual` the one
  /// before that step.
  Outcome advance(State& state, const Loads& loads);
  /// One local and one global step.
  Status iterate(State& state, const Loads& loads, Outcome& outcome);

 private:
  void move_clamps(State& state, const Loads& loads);

  Model model_;
  ProjectiveOptions options_;
  Assembly assembly_;
  Potential potential_;
  ProjectionMatrix matrix_;
  Status factored_;
  Eigen::VectorXd step_, free_step_;
};

}  // namespace plumb
