#pragma once

// The deck of a straight strip of B32R beams, three nodes and reduced integration, along x, clamped at x = 0. The
// displacements that CalculiX prints are in units of L.

#include <string>

#include <codes/ccx/strip.h>

namespace codes {

/// Cantilever under gravity along -z; the strip in SI units, its width along y. `n` elements, crowded towards the
/// clamp. Ends at the time 1.
std::string beam_cantilever_deck(const Strip& strip, int n, double gamma, double tol);

}  // namespace codes
