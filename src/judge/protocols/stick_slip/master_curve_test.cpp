#include <judge/protocols/stick_slip/master_curve.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double pi = std::numbers::pi;

double relative(double a, double b) { return std::abs(a - b) / std::abs(b); }

// The second formulation: eq. (7) as a boundary value problem, in the paper's convention (theta from the horizontal, so
// that sine and cosine stand exchanged), by shooting from the clamp with the classical Runge-Kutta method.
struct End {
  double slope, x, eps_y;
};

End shoot(double P, double Q, double slope) {
  using State = std::array<double, 4>;  // theta, theta', x, integral of 1 - sin theta
  const auto rate = [&](const State& y) {
    const double tilt = std::sin((y[0] - pi / 2) / 2);
    return State{y[1], P * std::cos(y[0]) + Q * std::sin(y[0]), std::cos(y[0]), 2 * tilt * tilt};
  };
  const auto moved = [](State y, double h, const State& d) {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += h * d[i];
    return y;
  };
  const int n = 2000;
  const double h = 1.0 / n;
  State y = {pi / 2, slope, 0, 0};
  for (int i = 0; i < n; ++i) {
    const State a = rate(y), b = rate(moved(y, h / 2, a)), c = rate(moved(y, h / 2, b)), d = rate(moved(y, h, c));
    for (std::size_t j = 0; j < y.size(); ++j) y[j] += h / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
  }
  return {y[1], y[2], y[3]};
}

/// P, Q and the slope at the clamp by Newton's method, each unknown in units of its first guess.
std::array<double, 2> solve_by_shooting(double eps_y) {
  const double root = std::sqrt(eps_y);
  std::array<double, 3> unknown = {20.2 * (1 + 0.37 * eps_y), 9 * root * (1 + 1.1 * eps_y), -9 * root};
  const std::array<double, 3> scale = unknown;
  const auto residual = [&](const std::array<double, 3>& u) {
    const End end = shoot(u[0], u[1], u[2]);
    return std::array<double, 3>{end.slope / root, end.x / root, (end.eps_y - eps_y) / eps_y};
  };
  for (int iteration = 0; iteration < 12; ++iteration) {
    const std::array<double, 3> r = residual(unknown);
    std::array<std::array<double, 4>, 3> m;
    for (std::size_t j = 0; j < 3; ++j) {
      const double step = 1e-6 * scale[j];
      std::array<double, 3> up = unknown, down = unknown;
      up[j] += step, down[j] -= step;
      const std::array<double, 3> at_up = residual(up), at_down = residual(down);
      for (std::size_t i = 0; i < 3; ++i) m[i][j] = (at_up[i] - at_down[i]) / (2 * step) * scale[j], m[i][3] = -r[i];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      std::size_t best = k;
      for (std::size_t i = k; i < 3; ++i)
        if (std::abs(m[i][k]) > std::abs(m[best][k])) best = i;
      std::swap(m[k], m[best]);
      for (std::size_t i = 0; i < 3; ++i) {
        if (i == k) continue;
        const double factor = m[i][k] / m[k][k];
        for (std::size_t j = k; j < 4; ++j) m[i][j] -= factor * m[k][j];
      }
    }
    for (std::size_t k = 0; k < 3; ++k) unknown[k] += scale[k] * m[k][3] / m[k][k];
  }
  return {unknown[0], unknown[1]};
}

TEST(StickSlipCurve, AgreesWithShooting) {
  for (double eps_y : {1e-6, 1e-4, 0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.33}) {
    const StickSlipPoint p = stick_slip_curve(eps_y);
    const auto [P, Q] = solve_by_shooting(eps_y);
    EXPECT_LT(relative(p.P, P), 1e-10) << eps_y;  // 1e-9 is promised
    EXPECT_LT(relative(p.Q, Q), 1e-10) << eps_y;
    EXPECT_LT(relative(p.ratio, Q / P), 1e-10) << eps_y;
    EXPECT_LT(p.error, 1e-11) << eps_y;
  }
}

/// Returns the smallest positive root of tan k = k.
double buckling_wave_number() {
  double low = pi, high = 1.5 * pi - 1e-9;
  for (int i = 0; i < 60; ++i) (std::tan((low + high) / 2) < (low + high) / 2 ? low : high) = (low + high) / 2;
  return low;
}

// At small eps_y theta = (Q/P) (1 - cos ks - k sin ks) and eps_y is half the integral of its square: 20.2 and 0.445.
TEST(StickSlipCurve, StartsAtBucklingAsThePaperSays) {
  const double k = buckling_wave_number();
  double integral = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double s = (i + 0.5) / n, shape = 1 - std::cos(k * s) - k * std::sin(k * s);
    integral += shape * shape / n;
  }
  const double coefficient = 1 / std::sqrt(integral / 2);
  EXPECT_NEAR(coefficient, 0.445, 5e-4);
  EXPECT_NEAR(k * k, 20.2, 0.05);
  EXPECT_NEAR(stick_slip_curve(0).P, k * k, 1e-11);
  EXPECT_EQ(stick_slip_curve(0).ratio, 0);
  for (double eps_y : {1e-300, 1e-12, 1e-9}) {
    EXPECT_NEAR(stick_slip_curve(eps_y).ratio / std::sqrt(eps_y), coefficient, 1e-8) << eps_y;
    EXPECT_LT(relative(stick_slip_curve(eps_y).P, k * k), 1e-8) << eps_y;
  }
}

// Eq. (8) is an asymptote: 8 % low at eps_y = 0.1.
TEST(StickSlipCurve, LeavesTheAsymptote) {
  EXPECT_NEAR(0.445 * std::sqrt(0.1) / stick_slip_curve(0.1).ratio, 0.92, 0.005);
}

TEST(StickSlipCurve, EndsWhereTheTipLiesFlat) {
  const StickSlipPoint& triple = stick_slip_triple_point();
  EXPECT_NEAR(triple.tip, pi / 2, 1e-12);
  EXPECT_NEAR(triple.eps_y, 0.33, 0.005);
  EXPECT_NEAR(triple.ratio, 0.36, 0.005);
  EXPECT_NEAR(stick_slip_curve(triple.eps_y).ratio, triple.ratio, 1e-12);
  EXPECT_EQ(stick_slip_samples().back(), triple.eps_y);
}

TEST(StickSlipCurve, GrowsAndItsInverseReturns) {
  double before = 0;
  for (int i = 1; i <= 200; ++i) {
    const StickSlipPoint p = stick_slip_curve(stick_slip_triple_point().eps_y * i / 200);
    EXPECT_GT(p.ratio, before);
    EXPECT_LT(p.tip, pi / 2 + 1e-12);
    before = p.ratio;
    const double mu = std::min(p.ratio, stick_slip_triple_point().ratio);
    EXPECT_LT(relative(stick_slip_at_friction(mu).eps_y, p.eps_y), 1e-11);
  }
  EXPECT_EQ(stick_slip_at_friction(0).eps_y, 0);
}

TEST(StickSlipCurve, SaysWhereItEnds) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {-1e-3, 0.3303, 0.6, infinity, -infinity, std::nan("")})
    EXPECT_THROW(stick_slip_curve(bad), plumb::UserError) << bad;
  for (double bad : {-1e-3, 0.3564, infinity, std::nan("")})
    EXPECT_THROW(stick_slip_at_friction(bad), plumb::UserError) << bad;
}

}  // namespace
}  // namespace judge
