#pragma once

#include <array>
#include <cmath>

#include <plumb/linalg/dual.h>
#include <plumb/linalg/dual_functions.h>

namespace plumb {

/// Stumpff's functions c_k(u) = sum_j (-u)^j / (2j + k)!, entire in u: c_0 = cos x, c_1 = sin x / x, c_2 = (1 - cos x)
/// / x^2, ... with u = x^2. Rotations and helices are made of them, and nothing special happens where x vanishes.
/// Returns c_0 ... c_K.
template <int K>
std::array<double, K + 1> stumpff(double u) {
  std::array<double, K + 3> inverse_factorial{1};
  for (unsigned k = 1; k < K + 3; ++k) inverse_factorial[k] = inverse_factorial[k - 1] / k;
  std::array<double, K + 1> c;
  if (u <= 40) {
    // Series for the last two, then c_k = 1/k! - u c_(k+2).
    for (unsigned k = K - 1; k <= K; ++k) {
      double term = inverse_factorial[k];
      c[k] = term;
      for (unsigned j = 1; std::abs(term) > 1e-18 * std::abs(c[k]); ++j) {
        term *= -u / ((2 * j + k - 1) * (2 * j + k));
        c[k] += term;
      }
    }
    for (int k = K - 2; k >= 0; --k) {
      const auto i = static_cast<unsigned>(k);
      c[i] = inverse_factorial[i] - u * c[i + 2];
    }
  } else {
    const double x = std::sqrt(u);
    c[0] = std::cos(x);
    c[1] = std::sin(x) / x;
    for (unsigned k = 0; k + 2 <= K; ++k) c[k + 2] = (inverse_factorial[k] - c[k]) / u;
  }
  return c;
}

/// On duals, by c_k' = (k c_(k+2) - c_(k+1)) / 2.
template <int K, AnyDual D>
std::array<D, K + 1> stumpff(const D& u) {
  const auto c = stumpff<K + 4>(u.value);
  const auto slope = [&c](unsigned k) { return 0.5 * (static_cast<double>(k) * c[k + 2] - c[k + 1]); };
  std::array<D, K + 1> result;
  for (unsigned k = 0; k <= K; ++k) {
    result[k] = chain(u, c[k], slope(k), 0.5 * (static_cast<double>(k) * slope(k + 2) - slope(k + 1)));
  }
  return result;
}

}  // namespace plumb
