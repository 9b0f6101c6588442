#pragma once

// A question as an experimenter states it, in SI units: what a code needs that measures Gamma by itself. A code that
// derives it from a wrong section, modulus or weight then gives another answer than one that is told Gamma.

#include <judge/question/scenario.h>

namespace judge {

/// Returns what stays the same on a branch, as far as the question has it: length, width, thickness and radius (m),
/// young (Pa), density (kg/m^3), nu, natural_curvature (1/m), mu; of a motion g (m/s^2), angle (rad), velocities (m/s) and
/// spins (rad/s). For a scenario without a question, what its
/// record says.
Quantities stated_in_si(const Scenario& scenario);

/// Returns what a load adds: g (m/s^2) for whoever has the rectangular section, g_round for the circular one where both
/// are stated, push (m), time (s).
Quantities stated_in_si(const Scenario& scenario, const Load& load);

/// Returns E I / L^2 in newtons, by which forces are divided; zero for a question without a bending stiffness of a strip.
double force_unit(const Scenario& scenario);

/// Returns the unit of a load's `t` in seconds; zero for a question that is not about motion.
double time_unit(const Scenario& scenario);

}  // namespace judge
