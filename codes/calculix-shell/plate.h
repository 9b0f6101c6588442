#pragma once

// Decks of a rectangular plate of S8R shells, eight nodes and reduced integration, clamped at x = 0. The displacements
// that CalculiX prints are in units of L.

#include <string>

#include <codes/ccx/strip.h>

namespace codes {

struct Plate {
  Strip strip;           ///< SI
  int n = 40;            ///< elements along the length, crowded towards the clamp
  int across = 2;        ///< one alone has modes of no energy that Newton's method does not survive
  bool upright = false;  ///< in the plane (x, z), where gravity acts; else in (x, y)
};

/// Returns the plate of a scenario, with fewer elements across than along in proportion: the ones far from the clamp
/// are long.
Plate plate_of(const judge::Scenario& scenario, double young, bool upright);

/// Returns the deck of a clamped strip. It ends at the time 1.
std::string cantilever_deck(const Plate& plate, double gamma, double tol);

/// How a plate that may buckle is made to leave its plane.
struct Push {
  /// The push as a part of the weight: large enough that Newton's method follows the plate out of its plane instead of
  /// passing the bifurcation, small enough that no large rotations have to be undone.
  double tilt = 1e-3;
  double tol = 1e-5;         ///< of residual forces
  double correction = 1e-5;  ///< close to the frontier the stiffness vanishes and corrections remain large
};

/// Lateral Buckling, Algorithm 4 at one load: the weight grows together with a push across the plate, as of a tilted
/// clamp; the push is then taken away. Ends at the time 2.
std::string lateral_buckling_deck(const Plate& plate, double gamma_star, const Push& push);

/// *BUCKLE under gamma_star = 1: the factor is the critical gamma_star, by CalculiX's eigenvalue.
std::string buckling_deck(const Plate& plate);

}  // namespace codes
