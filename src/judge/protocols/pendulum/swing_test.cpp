// The closed forms against the equation of motion, integrated step by step.

#include <judge/protocols/pendulum/swing.h>

#include <cmath>

#include <gtest/gtest.h>

namespace judge {
namespace {

struct Swing {
  double angle, rate;
};

Swing slope(const Swing& s) { return {s.rate, -1.5 * std::sin(s.angle)}; }
Swing moved(const Swing& s, const Swing& by, double h) { return {s.angle + h * by.angle, s.rate + h * by.rate}; }

/// Runge and Kutta's method of fourth order.
double integrated(double angle, double t) {
  constexpr int n = 20000;
  const double h = t / n;
  Swing s{angle, 0};
  for (int i = 0; i < n; ++i) {
    const Swing a = slope(s), b = slope(moved(s, a, h / 2)), c = slope(moved(s, b, h / 2)), d = slope(moved(s, c, h));
    s = moved(moved(moved(moved(s, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
  }
  return s.angle;
}

TEST(Swing, follows_its_equation_of_motion) {
  for (const double angle : {0.01, 0.5, 1.6, 2.6, 3.0}) {
    for (const double t : {0.3, 2.0, 5.0, 17.0}) {
      EXPECT_NEAR(swing_angle(angle, t), integrated(angle, t), 1e-9) << angle << " at " << t;
    }
  }
}

TEST(Swing, comes_back_after_its_period) {
  for (const double angle : {0.01, 1.0, 2.0, 3.0}) {
    const double period = swing_period(angle);
    EXPECT_NEAR(integrated(angle, period), angle, 1e-9);
    EXPECT_NEAR(swing_angle(angle, period), angle, 1e-7);
    EXPECT_NEAR(swing_angle(angle, period / 4), 0, 1e-12);
    EXPECT_NEAR(swing_angle(angle, period / 2), -angle, 1e-7);
  }
  EXPECT_NEAR(swing_period(1e-4) / (2 * M_PI * std::sqrt(2.0 / 3)), 1, 1e-8) << "of small swings";
}

}  // namespace
}  // namespace judge
