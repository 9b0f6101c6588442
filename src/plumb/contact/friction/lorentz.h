#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

// The cone L = {x_0 >= |x_T|} of three dimensions and its Jordan algebra (Faraut and Koranyi 1994; Alizadeh and Goldfarb
// 2003): x o y = (x . y, x_0 y_T + y_0 x_T), with the unit (1, 0, 0) and the eigenvalues x_0 -+ |x_T|.

namespace plumb {

/// Returns the product of the eigenvalues, computed without cancellation.
inline double lorentz_det(const Eigen::Vector3d& x) {
  const double t = std::hypot(x(1), x(2));
  return (x(0) - t) * (x(0) + t);
}

inline Eigen::Vector3d jordan_product(const Eigen::Vector3d& x, const Eigen::Vector3d& y) {
  return {x.dot(y), x(0) * y(1) + y(0) * x(1), x(0) * y(2) + y(0) * x(2)};
}

/// Returns y with x o y = c; x inside the cone.
inline Eigen::Vector3d jordan_quotient(const Eigen::Vector3d& c, const Eigen::Vector3d& x) {
  const double y0 = (x(0) * c(0) - x(1) * c(1) - x(2) * c(2)) / lorentz_det(x);
  return {y0, (c(1) - y0 * x(1)) / x(0), (c(2) - y0 * x(2)) / x(0)};
}

/// Returns the largest a with x + a d in the cone, infinity if there is none; x inside.
inline double step_to_rim(const Eigen::Vector3d& x, const Eigen::Vector3d& d) {
  const double a = lorentz_det(d), b = x(0) * d(0) - x(1) * d(1) - x(2) * d(2), c = lorentz_det(x);
  double step = std::numeric_limits<double>::infinity();
  if (const double discriminant = b * b - a * c; discriminant >= 0) {  // a t^2 + 2 b t + c = 0
    const double q = -(b + std::copysign(std::sqrt(discriminant), b));
    for (const double root : {a != 0 ? q / a : -1, q != 0 ? c / q : -1})
      if (root > 0) step = std::min(step, root);
  }
  return d(0) < 0 ? std::min(step, -x(0) / d(0)) : step;
}

/// Moves x inside if rounding has put it on the rim.
inline Eigen::Vector3d kept_inside(Eigen::Vector3d x) {
  constexpr double kInside = 1e-13, kTiny = 1e-200;
  const double t = std::hypot(x(1), x(2));
  x(0) = std::max(x(0), t * (1 + kInside) + kTiny);
  return x;
}

/// The scaling of Nesterov and Todd (1997) at a pair (r, s) inside the cone: the symmetric N with N s = N^-1 r.
struct NesterovTodd {
  Eigen::Matrix3d n, inverse;
  Eigen::Matrix3d axes;   ///< the columns are orthonormal eigenvectors of N
  Eigen::Vector3d sizes;  ///< its eigenvalues

  NesterovTodd(const Eigen::Vector3d& r, const Eigen::Vector3d& s) {
    const double det_r = lorentz_det(r), det_s = lorentz_det(s);
    const Eigen::Vector3d a = r / std::sqrt(det_r), b = s / std::sqrt(det_s);
    const Eigen::Vector3d w =
        Eigen::Vector3d(a(0) + b(0), a(1) - b(1), a(2) - b(2)) / std::sqrt(2 * (1 + a.dot(b)));  // det w = 1
    const double eta = std::pow(det_r / det_s, 0.25), t = std::hypot(w(1), w(2)), high = w(0) + t;
    const Eigen::Vector2d e = t > 0 ? Eigen::Vector2d(w(1) / t, w(2) / t) : Eigen::Vector2d(1, 0);
    const double half = std::sqrt(0.5);
    axes << half, half, 0,                 //
        -half * e(0), half * e(0), -e(1),  //
        -half * e(1), half * e(1), e(0);
    sizes = {eta / high, eta * high, eta};
    n = axes * sizes.asDiagonal() * axes.transpose();
    inverse = axes * sizes.cwiseInverse().asDiagonal() * axes.transpose();
  }
};

}  // namespace plumb
