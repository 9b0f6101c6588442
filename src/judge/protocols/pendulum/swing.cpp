#include <judge/protocols/pendulum/swing.h>

#include <array>
#include <cmath>
#include <numbers>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double kSquaredRate = 1.5;  // of small swings
constexpr int kMeans = 12;            // the mean converges twice as many digits each time

/// Returns the arithmetic-geometric mean of 1 and b.
double mean_of_means(double b) {
  double a = 1;
  for (int i = 0; i < kMeans; ++i) {
    const double next = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = next;
  }
  return a;
}

/// Returns Jacobi's sn(u, k), by descending Landen transformations; `other` is sqrt(1 - k^2).
double sn(double u, double k, double other) {
  std::array<double, kMeans + 1> a{1}, c{k};
  double b = other;
  for (std::size_t i = 0; i < kMeans; ++i) {
    a[i + 1] = 0.5 * (a[i] + b);
    c[i + 1] = 0.5 * (a[i] - b);
    b = std::sqrt(a[i] * b);
  }
  double phi = std::ldexp(a[kMeans] * u, kMeans);
  for (std::size_t i = kMeans; i > 0; --i) phi = 0.5 * (phi + std::asin(c[i] / a[i] * std::sin(phi)));
  return std::sin(phi);
}

}  // namespace

double swing_period(double angle) {
  ENSURE(angle > 0 && angle < std::numbers::pi);
  // 4 K(k) over the rate, with k = sin(angle/2).
  return 2 * std::numbers::pi / (mean_of_means(std::cos(angle / 2)) * std::sqrt(kSquaredRate));
}

double swing_angle(double angle, double t) {
  // sin(theta/2) = k cd(rate t) = k sn(K - rate t), an even function of t.
  const double period = swing_period(angle), quarter = period / 4;
  const double within = t - period * std::floor(t / period);
  const double k = std::sin(angle / 2);
  return 2 * std::asin(k * sn(std::sqrt(kSquaredRate) * (quarter - within), k, std::cos(angle / 2)));
}

}  // namespace judge
