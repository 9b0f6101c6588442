#pragma once

#include <array>
#include <cmath>

#include <Eigen/Core>

namespace plumb {

/// A quarter turn to the left.
inline Eigen::Vector2d quarter_turn(const Eigen::Vector2d& v) { return {-v[1], v[0]}; }
/// Returns a cross b = quarter_turn(a) . b.
inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a[0] * b[1] - a[1] * b[0]; }

/// A direction in the plane, (cos, sin) of its angle.
struct Heading {
  Eigen::Vector2d along{1, 0};

  /// Returns a vector that is given with this heading as the first axis.
  Eigen::Vector2d operator*(const Eigen::Vector2d& v) const { return v[0] * along + v[1] * quarter_turn(along); }
  Heading operator*(const Heading& after) const { return {*this * after.along}; }
};

/// sinc x = sin x / x and its first two derivatives, to rounding for every x.
inline std::array<double, 3> sinc_and_slopes(double x, double sin_x, double cos_x) {
  if (std::abs(x) > 0.5) {
    const double value = sin_x / x, slope = (cos_x - value) / x;
    return {value, slope, -value - 2 * slope / x};
  }
  constexpr int kTerms = 9;
  const double u = -x * x;
  double value = 0, slope = 0, bend = 0;
  // sum_j u^j / (2j + 1)!, by Horner's rule; the derivatives begin with the second term.
  double inverse_factorial = 1 / 355687428096000.0;  // 17!
  for (int j = kTerms - 1; j >= 1; --j) {
    value = value * u + inverse_factorial;
    slope = slope * u + 2 * j * inverse_factorial;
    bend = bend * u + 2 * j * (2 * j - 1) * inverse_factorial;
    inverse_factorial *= 2 * j * (2 * j + 1);
  }
  return {value * u + 1, -x * slope, -bend};
}

/// An arc of constant curvature in a plane, from the origin, where it runs along the first axis: a Super-Helix that keeps
/// one curvature (Bertails et al. 2006). With x = kappa l/2, and e(x) the direction at half of its angle,
///   end = l sinc(x) e(x).
struct PlanarArc {
  Eigen::Vector2d end, slope, bend;  ///< m; its first and second derivative by the curvature, m^2, m^3
  Heading turn;                      ///< at its end

  PlanarArc(double curvature, double length) {
    const double half = 0.5 * length, x = curvature * half;
    const double s = std::sin(x), c = std::cos(x);
    const auto [value, first, second] = sinc_and_slopes(x, s, c);
    const Heading middle{{c, s}};
    end = length * value * middle.along;
    slope = length * half * (middle * Eigen::Vector2d(first, value));
    bend = length * half * half * (middle * Eigen::Vector2d(second - value, 2 * first));
    turn = middle * middle;
  }
};

}  // namespace plumb
