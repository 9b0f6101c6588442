#pragma once

// The master curve of Lateral Buckling: the weight Gamma* = rho g h L^3/D at which a thin plate, clamped along a
// vertical edge and otherwise free, leaves its plane, against w/L. Thin: h -> 0, so that the stress before buckling is
// that of linear plane stress, and the deflection obeys Kirchhoff and Love. The curve starts at the rod's limit
// (slender_limit.h), bends slightly upwards and, beyond w/L of about 0.75, slightly downwards. The paper's
// 18.2 (1 - nu) sqrt(1 + nu) + 14.5 w/L is a fit to it: within 3.1 % for nu = 0.35, within 4.6 % for nu up to 0.5.

#include <vector>

namespace judge {

struct LateralBucklingPoint {
  double width = 0;  ///< w/L
  double gamma_star = 0;
  double error = 0;  ///< estimate of the relative error
};

/// Over 0 <= width <= 1 and 0 <= nu <= 0.5 the relative error is below 1e-4.
inline constexpr double lateral_buckling_accuracy = 1e-4;
/// The paper's Poisson's ratio.
inline constexpr double lateral_buckling_nu = 0.35;

/// These throw UserError outside the range.
LateralBucklingPoint lateral_buckling_point(double width, double nu);
double lateral_buckling_threshold(double width, double nu);
std::vector<LateralBucklingPoint> lateral_buckling_curve(const std::vector<double>& widths, double nu);

/// The paper's linear fit.
double lateral_buckling_fit(double width, double nu);

/// 0 to 1 by 0.05: the widths of Algorithm 4, those midway, and the rod's limit.
std::vector<double> lateral_buckling_samples();

}  // namespace judge
