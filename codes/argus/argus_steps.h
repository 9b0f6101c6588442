#pragma once

#include <codes/argus/adaptive_push.h>

namespace codes {

/// Argus' steps on a strip of ARCSim's hinges. `hinge_factor`: of D, by which equal triangles bend (docs/arcsim.md).
MakePushStep argus_steps(const Adaptivity& adaptivity = {}, double hinge_factor = plumb::kBridsonHinge);

/// The same on a mesh that does not change; `solve` says if a step is one iteration, as Argus', or converges.
MakePushStep argus_fixed_steps(double hinge_factor = plumb::kBridsonHinge,
                               plumb::StepSolve solve = plumb::StepSolve::one_convex_iteration);

}  // namespace codes
