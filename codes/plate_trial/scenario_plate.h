#pragma once

#include <judge/question/scenario.h>
#include <plumb/geometry/frame.h>

namespace codes {

/// The plate of a scenario in SI units, gravity along -z. It is clamped along one edge, whose middle is at the pose:
/// the length runs along the tangent, the width along the director. A clamped strip lies flat; a plate that may buckle
/// or is tilted stands on its long edge.
struct ScenarioPlate {
  ScenarioPlate(const judge::Scenario& scenario, double young_modulus);

  double young;                     ///< Pa
  double nu, density;               ///< Poisson's ratio; kg/m^3
  double length, width, thickness;  ///< m
  bool stands;                      ///< on its long edge
  plumb::Pose clamp;
  int n_elements;  ///< along the length

  /// Returns D = E h^3 / (12 (1 - nu^2)), N m.
  double bending() const;
  /// Returns the g of Gamma = rho h g L^3 / D, m/s^2.
  double gravity(double gamma) const;
  /// Returns the pose of the clamp turned by `angle`, rad, about the length.
  plumb::Pose tilted(double angle) const;
};

}  // namespace codes
