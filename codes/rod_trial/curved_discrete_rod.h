#pragma once

#include <codes/rod_trial/rod_trial.h>
#include <plumb/energy/rod/curved_rod.h>

namespace codes {

/// Returns a rod of uniform elements whose curvatures are the unknowns, constant or linear on each.
std::unique_ptr<DiscreteRod> curved_discrete_rod(const ScenarioRod& rod, plumb::CurvatureShape shape);

}  // namespace codes
