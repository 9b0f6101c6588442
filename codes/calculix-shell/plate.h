#pragma once

// Decks of a rectangular plate of S8R shells, eight nodes and reduced integration, clamped at x = 0. Sizes in m.

#include <string>

#include <judge/engine/scenario.h>

namespace codes {

struct Plate {
  double length = 1, width = 0.1, thickness = 1e-3;
  double young = 1, nu = 0, density = 1;
  int n = 40;            ///< elements along the length, crowded towards the clamp
  int across = 2;        ///< one alone has modes of no energy that Newton's method does not survive
  bool upright = false;  ///< in the plane (x, z), where gravity acts; else in (x, y)
};

/// The plate of a scenario, with as many elements across as make them about as wide as long in the mean.
Plate plate_of(const judge::Scenario& scenario, double young, bool upright);

/// Cantilever: gamma = rho A g L^3/(E I), I = w h^3/12, that is 12 rho g L^3/(E h^2). Ends at the time 1.
std::string cantilever_deck(const Plate& plate, double gamma, double tol);

/// Lateral Buckling, Algorithm 4 at one load: gamma_star = rho g h L^3/D, D = E h^3/(12 (1 - nu^2)), grows together
/// with a push across the plate, as of a tilted clamp; the push is then taken away. Ends at the time 2.
std::string lateral_buckling_deck(const Plate& plate, double gamma_star, double tol);

/// *BUCKLE under gamma_star = 1: the factor is the critical gamma_star, by CalculiX's eigenvalue.
std::string buckling_deck(const Plate& plate);

}  // namespace codes
