#pragma once

// The master curve of Stick-Slip, eq. (7): a weightless strip of length 1, clamped vertically and pushed down by eps_y
// against the ground, whose tip sticks below the clamp. With theta measured from the vertical,
//   theta'' = -P sin theta + Q cos theta,  theta(0) = 0,  theta'(1) = 0,
//   x' = sin theta,  y' = cos theta,  x(1) = 0,  y(1) = 1 - eps_y.
// P and Q are the normal and tangential force at the tip over EI/L^2. The tip slips when Q/P reaches mu, so the curve
// is ratio(eps_y), of the first buckling mode. (As printed, eq. (7) exchanges sine and cosine: see the errata.)

#include <vector>

namespace judge {

struct StickSlipPoint {
  double eps_y = 0;
  double P = 0;
  double Q = 0;
  double ratio = 0;  ///< Q/P: the friction coefficient at which the tip slips
  double tip = 0;    ///< theta(1), the angle of the tip with the vertical
  double error = 0;  ///< estimate of the largest relative error of eps_y, P, Q and ratio
};

/// Relative error at most 1e-9. From eps_y = 0, where the strip buckles, to the triple point. Throws UserError outside.
StickSlipPoint stick_slip_curve(double eps_y);
std::vector<StickSlipPoint> stick_slip_curve(const std::vector<double>& eps_y);

/// The inverse: the point where a strip on ground of friction mu slips, 0 <= mu <= mu of the triple point.
StickSlipPoint stick_slip_at_friction(double mu);

/// The end of the curve, about (0.33, 0.36): the tip lies flat on the ground, theta(1) = pi/2. Pushed further, or on
/// rougher ground, the strip touches the ground along a part of its length and eq. (7) holds no longer.
const StickSlipPoint& stick_slip_triple_point();

/// The values of eps_y of Algorithm 5 on the curve, multiples of 1/60, and the triple point.
std::vector<double> stick_slip_samples();

}  // namespace judge
