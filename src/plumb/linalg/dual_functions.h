#pragma once

#include <cmath>

#include <plumb/linalg/dual.h>

namespace plumb {

// Elementary functions of duals of both orders: each gives f, f', f'' to `chain`.

template <AnyDual D>
D sqrt(const D& a) {
  using std::sqrt;
  using T = typename D::Base;
  const T f = sqrt(a.value);
  const T df = 0.5 / f;
  return chain(a, f, df, T(-0.5 * df / a.value));
}
template <AnyDual D>
D exp(const D& a) {
  using std::exp;
  const auto f = exp(a.value);
  return chain(a, f, f, f);
}
template <AnyDual D>
D log(const D& a) {
  using std::log;
  using T = typename D::Base;
  const T df = 1.0 / a.value;
  return chain(a, T(log(a.value)), df, T(-df * df));
}
template <AnyDual D>
D sin(const D& a) {
  using std::cos, std::sin;
  using T = typename D::Base;
  const T s = sin(a.value);
  return chain(a, s, T(cos(a.value)), T(-s));
}
template <AnyDual D>
D cos(const D& a) {
  using std::cos, std::sin;
  using T = typename D::Base;
  const T c = cos(a.value);
  return chain(a, c, T(-sin(a.value)), T(-c));
}
template <AnyDual D>
D tan(const D& a) {
  using std::tan;
  using T = typename D::Base;
  const T t = tan(a.value);
  const T dt = 1.0 + t * t;
  return chain(a, t, dt, T(2.0 * t * dt));
}
template <AnyDual D>
D asin(const D& a) {
  using std::asin, std::sqrt;
  using T = typename D::Base;
  const T q = 1.0 / ((1.0 - a.value) * (1.0 + a.value));
  const T df = sqrt(q);
  return chain(a, T(asin(a.value)), df, T(a.value * df * q));
}
template <AnyDual D>
D acos(const D& a) {
  using std::acos, std::sqrt;
  using T = typename D::Base;
  const T q = 1.0 / ((1.0 - a.value) * (1.0 + a.value));
  const T df = -sqrt(q);
  return chain(a, T(acos(a.value)), df, T(a.value * df * q));
}
template <AnyDual D>
D atan(const D& a) {
  using std::atan;
  using T = typename D::Base;
  const T df = 1.0 / (1.0 + a.value * a.value);
  return chain(a, T(atan(a.value)), df, T(-2.0 * a.value * df * df));
}
/// The slope at 0 is taken from the right.
template <AnyDual D>
D abs(const D& a) {
  using T = typename D::Base;
  return a * select(a.value < T(0.0), T(-1.0), T(1.0));
}
/// A constant exponent.
template <AnyDual D>
D pow(const D& a, double exponent) {
  using std::pow;
  using T = typename D::Base;
  const T f = pow(a.value, exponent);
  const T df = exponent * pow(a.value, exponent - 1.0);
  return chain(a, f, df, T(exponent * (exponent - 1.0) * pow(a.value, exponent - 2.0)));
}
/// Both vary; a > 0.
template <AnyDual D>
D pow(const D& a, const D& exponent) {
  return exp(exponent * log(a));
}

/// The angle of (x, y). In the frame turned to (x, y) itself it is atan(v / u) with v = 0, where atan has slope 1 and
/// no curvature: the quotient gives the derivatives on every branch, and only the value needs atan2.
template <AnyDual D>
D atan2(const D& y, const D& x) {
  using std::atan2;
  const D u = x * x.value + y * y.value;
  const D v = y * x.value - x * y.value;
  D r = v / u;
  r.value = atan2(y.value, x.value);
  return r;
}

}  // namespace plumb
