#pragma once

#include <codes/sweep/placement.h>
#include <judge/question/scenario.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/elastic_rod/section.h>

namespace codes {

/// What holds the rod at its start.
enum class RodHold {
  clamp,
  hinge,  ///< it turns freely, as in a ball
  none
};

/// The rod of a scenario in SI units, gravity along -z. Straight: along x, the second director (the thickness)
/// vertical. Naturally circular: hanging from its clamp in the x-z plane, the first director (the thickness) in it.
/// Hinged: in that plane too, at its angle. All this stands where the scenario is placed.
struct ScenarioRod {
  /// The scenario asks about a clamped strip, a hanging curl, or the motion of a rod.
  ScenarioRod(const judge::Scenario& scenario, double young_modulus);

  double young;   ///< Pa
  double length;  ///< m
  double nu = 0;  ///< Poisson's ratio
  plumb::RodStiffness stiffness;
  double bending = 0;            ///< E I of bending in the plane in which it hangs, N m^2
  double natural_curvature = 0;  ///< kappa_1, 1/m, with its sign
  RodHold hold = RodHold::clamp;
  Placement placement;
  plumb::Pose clamp;  ///< or of the end where it would be
  int n_elements;

  /// Returns the g of Gamma = rho A g L^3 / (E I), eq. (1), m/s^2.
  double gravity(double gamma) const;
};

}  // namespace codes
