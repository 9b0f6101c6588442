#pragma once

#include <codes/sweep/placement.h>
#include <judge/question/scenario.h>
#include <plumb/geometry/frame.h>

namespace codes {

/// The plate of a scenario in SI units, gravity along -z. It is clamped along one edge, whose middle is at the pose:
/// the length runs along the tangent, the width along the director. A clamped strip lies flat, at rest or not; a plate
/// that may buckle or is tilted stands on its long edge. All this stands where the scenario is placed.
struct ScenarioPlate {
  ScenarioPlate(const judge::Scenario& scenario, double young_modulus);

  double young;                     ///< Pa
  double nu, density;               ///< Poisson's ratio; kg/m^3
  double length, width, thickness;  ///< m
  bool stands;                      ///< on its long edge
  Placement placement;
  plumb::Pose clamp;
  int n_elements;  ///< along the length
  double dt, tol;  ///< the other knobs: a time step in units of `slowness`, and a tolerance; zero: the card has none

  /// Returns D = E h^3 / (12 (1 - nu^2)), N m.
  double bending() const;
  /// Returns sqrt(rho h L^4 / D), s: a cantilever vibrates with 3.516 over that at least, rad/s.
  double slowness() const;
  /// Returns the g of Gamma* = rho h g L^3 / D for a plate that stands, and of Gamma = rho A g L^3 / (E I) for a strip
  /// that lies, m/s^2.
  double gravity(double gamma) const;
  /// Returns the pose of the clamp turned by `angle`, rad, about the length.
  plumb::Pose tilted(double angle) const;
};

}  // namespace codes
