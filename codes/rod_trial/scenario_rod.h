#pragma once

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
/// vertical. Naturally circular: hanging from its clamp in the x-z plane. Hinged: in that plane too, at its angle.
struct ScenarioRod {
  /// The scenario asks about a clamped strip, a hanging curl, or the motion of a rod.
  ScenarioRod(const judge::Scenario& scenario, double young_modulus);

  double young;   ///< Pa
  double length;  ///< m
  double nu = 0;  ///< Poisson's ratio
  plumb::RodStiffness stiffness;
  double natural_curvature = 0;  ///< kappa_1, 1/m
  RodHold hold = RodHold::clamp;
  plumb::Pose clamp;  ///< or of the end where it would be
  int n_elements;

  /// Returns the g of Gamma = rho A g L^3 / (E I), eq. (1), m/s^2; I is that of the direction in which the rod bends.
  double gravity(double gamma) const;
};

}  // namespace codes
