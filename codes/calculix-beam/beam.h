#pragma once

// Decks of a straight strip of B32R beams, three nodes and reduced integration, along x, clamped at x = 0. Sizes in m.

#include <string>

#include <judge/engine/scenario.h>

namespace codes {

struct Beam {
  double length = 1, width = 0.1, thickness = 1e-3;  ///< the width along y
  double young = 1, nu = 0, density = 1;
  int n = 40;  ///< elements, crowded towards the clamp
};

Beam beam_of(const judge::Scenario& scenario, double young);

/// Cantilever: gamma = rho A g L^3/(E I) = 12 rho g L^3/(E h^2), along -z. Ends at the time 1.
std::string cantilever_deck(const Beam& beam, double gamma, double tol);

}  // namespace codes
