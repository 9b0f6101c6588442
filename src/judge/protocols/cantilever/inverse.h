#pragma once

// The Cantilever curve read backwards: H/W grows strictly with Gamma, so a photograph of a hanging strip gives Gamma,
// and with length, density and section its Young's modulus.

namespace judge {

struct CantileverInverse {
  double gamma = 0;
  double sensitivity = 0;  ///< d ln Gamma / d ln (H/W): 1 for small Gamma, 2 for large
};

/// Throws UserError for an aspect ratio outside the curve's range.
CantileverInverse cantilever_gamma(double aspect);

}  // namespace judge
