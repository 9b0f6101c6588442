#pragma once

#include <codes/motion/motion_trial.h>
#include <codes/rod_trial/discrete_rod.h>

namespace codes {

/// Is the question about the motion of a strip or a rod that is clamped, hinged or thrown?
bool is_motion_of_rod(const judge::Question& question);

/// Returns the rod of such a question at t = 0, and what is seen of it.
MovingBody moving_rod(const judge::Scenario& scenario, const Discretisation& discretise);

}  // namespace codes
