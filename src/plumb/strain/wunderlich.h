#pragma once

#include <cmath>

#include <plumb/linalg/dual.h>

namespace plumb {

/// A_n(u) = sum_j u^j / (2j + 2n + 1), 0 <= u < 1; A_0 = atanh(x) / x with u = x^2. Nothing special happens at zero.
inline double odd_series(int n, double u) {
  constexpr double kSmall = 0.3;  // below, the series takes some thirty terms
  if (u > kSmall) {
    const double x = std::sqrt(u);
    double a = std::atanh(x) / x;
    for (int k = 0; k < n; ++k) a = (a - 1.0 / (2 * k + 1)) / u;
    return a;
  }
  double power = 1, a = 0;
  for (int j = 0; power > 1e-18; ++j, power *= u) a += power / (2 * j + 2 * n + 1);
  return a;
}

/// On duals, by A_n' = (1 / (1 - u) - (2n + 1) A_(n+1)) / 2.
template <AnyDual D>
D odd_series(int n, const D& u) {
  using T = typename D::Base;
  const T pole = 1.0 / (1.0 - u.value);
  const auto slope = [&](int k) { return T(0.5 * (pole - (2.0 * k + 1) * odd_series(k + 1, u.value))); };
  return chain(u, odd_series(n, u.value), slope(n), T(0.5 * (pole * pole - (2.0 * n + 1) * slope(n + 1))));
}

/// How much more a developable strip of finite width stores than its centreline tells, Wunderlich 1962:
///   V(x) = ln((1 + x/2) / (1 - x/2)) / x,   x = w eta',
/// where eta is the cotangent of the angle between generator and centreline. |x| < 2: beyond, generators meet within
/// the strip.
template <class S>
S wunderlich(const S& x) {
  return odd_series(0, S(x * x * 0.25));
}

}  // namespace plumb
