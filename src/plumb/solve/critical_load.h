#pragma once

#include <plumb/solve/equilibrium.h>

namespace plumb {

/// Where an equilibrium stops being stable.
struct CriticalLoad {
  Status status = Status::not_converged;  ///< not_converged also where all loads up to the last one are stable
  double fraction = 0;                    ///< lambda, of the loads from + lambda (to - from)
  double width = 0;                       ///< of the bracket: no negative mode at its lower end, some at its upper one
  int iterations = 0;                     ///< Hessians assembled and factored
};

/// The first lambda in (0, 1] at which a branch of equilibria loses stability, to `tolerance` of itself. The state is
/// one of that branch, a stable one under `from`; a flat plate stays flat beyond its critical load. Found as the root
/// of the Hessian's eigenvalue nearest to zero, and proved by its inertia on both sides.
CriticalLoad critical_load(const Model& model, State state, const Loads& from, const Loads& to,
                           double tolerance = 1e-4);

}  // namespace plumb
