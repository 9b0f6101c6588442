#pragma once

#include <memory>

#include <plumb/step/stepper.h>

namespace plumb {

/// Projective Dynamics (Bouaziz et al. 2014): the step of implicit Euler, which is the minimum over x of
///   1/(2 h^2) |x - q - h v|_M^2 + E(x),
/// approached from q + h v by a fixed number of local and global steps (solve/projective_statics.h), whose matrix K +
/// M/h^2 is factored once for each length of step. Unconditionally stable, and damped: by implicit Euler as that is,
/// and by what is left of the way to the minimum, which for stiff sheets is most of it. Throws UserError for a model
/// that is not made of projections (mechanics/projective.h).
std::unique_ptr<Stepper> projective_euler(Model model, int iterations = 10);

}  // namespace plumb
