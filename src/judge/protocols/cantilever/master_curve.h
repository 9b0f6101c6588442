#pragma once

// The master curve of Cantilever, eq. (3): the planar elastica under its own weight,
//   theta'' + Gamma (1 - s) cos theta = 0,  theta(0) = 0,  theta'(1) = 0,   x' = cos theta,  y' = sin theta,
// whose free end gives the aspect ratio H/W = y(1)/x(1). Lengths are in units of L; the sign is such that theta, x and
// y are positive.

#include <vector>

namespace judge {

struct CantileverPoint {
  double gamma = 0;
  double x = 0;       ///< W/L
  double y = 0;       ///< H/L
  double aspect = 0;  ///< H/W
  double error = 0;   ///< estimate of the largest relative error of x, y and aspect
};

/// The range over which the relative error is at most 1e-9.
inline constexpr double cantilever_gamma_min = 1e-3;
inline constexpr double cantilever_gamma_max = 1e4;

/// Throws UserError outside the range.
CantileverPoint cantilever_curve(double gamma);
std::vector<CantileverPoint> cantilever_curve(const std::vector<double>& gammas);

/// The 281 values of Algorithm 1: 10^i, i from -3 to 4 by 0.025.
std::vector<double> cantilever_samples();

}  // namespace judge
