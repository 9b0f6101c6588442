#pragma once

#include <array>
#include <cmath>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>
#include <plumb/linalg/packet.h>
#include <plumb/strain/stumpff.h>

namespace plumb {

template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;

/// exp of a rotation vector, applied to y.
template <class S>
Vector3<S> rotated(const Vector3<S>& phi, const Vector3<S>& y) {
  const auto c = stumpff<2>(S(phi.dot(phi)));
  const Vector3<S> once = phi.cross(y);
  return y + once * c[1] + phi.cross(once) * c[2];
}

/// The rotation of a rotation vector.
template <class S>
Matrix3<S> rotation(const Vector3<S>& phi) {
  Matrix3<S> r;
  for (int i = 0; i < 3; ++i) r.col(i) = rotated<S>(phi, Eigen::Vector3d::Unit(i).template cast<S>());
  return r;
}

/// omega of R' = R [omega]_x for R = rotation(phi(s)): T(phi) phi'.
template <class S>
Vector3<S> body_rate(const Vector3<S>& phi, const Vector3<S>& slope) {
  const auto c = stumpff<3>(S(phi.dot(phi)));
  const Vector3<S> once = phi.cross(slope);
  return slope - once * c[2] + phi.cross(once) * c[3];
}

/// asin(x)/x as a function of u = x^2 < 1, with its first two derivatives: entire where it matters.
template <class T>
std::array<T, 3> arcsine_ratio(const T& u) {
  using std::asin, std::sqrt;
  if (value_of(u) < 0.05) {
    // a_(k+1) = a_k (2k+1)^2 / ((2k+2)(2k+3)); Horner's rule for value and derivatives.
    constexpr int n = 14;
    std::array<double, n + 1> a{1};
    for (unsigned k = 0; k < n; ++k) a[k + 1] = a[k] * (2.0 * k + 1) * (2.0 * k + 1) / ((2.0 * k + 2) * (2.0 * k + 3));
    T f(a[n]), df(0.0), half_ddf(0.0);
    for (unsigned k = n; k-- > 0;) {
      half_ddf = half_ddf * u + df;
      df = df * u + f;
      f = f * u + a[k];
    }
    return {f, df, half_ddf * 2.0};
  }
  const T x = sqrt(u), f = asin(x) / x, h = 1.0 / sqrt(1.0 - u);
  const T df = (h - f) / (2.0 * u);
  return {f, df, (0.5 * h * h * h - 3.0 * df) / (2.0 * u)};
}
inline double arcsine_ratio_of(double u) { return arcsine_ratio<double>(u)[0]; }
inline Packet arcsine_ratio_of(const Packet& u) {
  return for_each_lane(u, [](double x) { return arcsine_ratio_of(x); });
}
template <AnyDual D>
D arcsine_ratio_of(const D& u) {
  const auto f = arcsine_ratio<typename D::Base>(u.value);
  return chain(u, f[0], f[1], f[2]);
}

/// The rotation vector of a rotation by less than a right angle or so; false beyond.
template <class S>
bool rotation_vector(const Matrix3<S>& r, Vector3<S>& phi) {
  const S cosine = (r(0, 0) + r(1, 1) + r(2, 2) - 1.0) * 0.5;
  if (!all(value_of(cosine) > 0.1)) return false;
  const Vector3<S> sine = Vector3<S>(r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)) * S(0.5);
  phi = sine * arcsine_ratio_of(S(sine.dot(sine)));
  return true;
}

}  // namespace plumb
