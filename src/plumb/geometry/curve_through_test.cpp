#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <plumb/geometry/curve_through.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

Vector3d helix(double s) { return {std::cos(s), std::sin(s), 0.5 * s}; }

std::vector<Vector3d> helix_points(int n, double turns) {
  std::vector<Vector3d> points;
  for (int i = 0; i <= n; ++i) points.push_back(helix(2 * std::numbers::pi * turns * i / n));
  return points;
}

TEST(CurveThrough, passes_through_its_points_and_goes_on_straight) {
  const std::vector<Vector3d> points = helix_points(12, 1);
  const CurveThrough curve(points);
  double t = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) t += (points[i] - points[i - 1]).norm();
    EXPECT_LT((curve.at(t) - points[i]).norm(), 1e-14);
  }
  for (const double end : {0.0, curve.end()}) {
    constexpr double kSmall = 1e-5;
    const Vector3d before = curve.at(end) - curve.at(end - kSmall), after = curve.at(end + kSmall) - curve.at(end);
    EXPECT_LT((before - after).norm(), 1e-8 * kSmall) << "no bend at an end";
  }
  EXPECT_LT((curve.at(-2) - curve.at(-1) - (curve.at(-1) - curve.at(0))).norm(), 1e-14);
}

// A cubic spline through the points of a smooth curve is of fourth order away from the ends.
TEST(CurveThrough, is_of_fourth_order) {
  const auto error = [](int n) {
    const double turns = 2;
    const CurveThrough curve(helix_points(n, turns));
    const double s = 2 * std::numbers::pi * turns * (0.5 + 0.5 / n);  // the middle of a span near the middle
    return (curve.at(0.5 * curve.end() * (1 + 1.0 / n)) - helix(s)).norm();
  };
  EXPECT_NEAR(error(32) / error(64), 16, 2);
}

TEST(CurveThrough, is_walked_in_equal_chords) {
  const CurveThrough curve(helix_points(40, 2));
  constexpr double kChord = 0.1, kAhead = 0.05;
  const auto nodes = curve.walk(120, kChord, kAhead);
  ASSERT_TRUE(nodes);
  ASSERT_EQ(nodes->size(), 121u);
  EXPECT_NEAR((nodes->front() - curve.at(0)).norm(), kAhead, 1e-14);
  for (std::size_t i = 1; i < nodes->size(); ++i) {
    EXPECT_NEAR(((*nodes)[i] - (*nodes)[i - 1]).norm(), kChord, 1e-13);
    // On the helix, but near the end that has no curvature.
    if (i < 100 && i > 10) {
      EXPECT_NEAR(std::hypot((*nodes)[i].x(), (*nodes)[i].y()), 1, 2e-3);
    }
  }
  EXPECT_NEAR(curve.length(), 4 * std::numbers::pi * std::hypot(1, 0.5), 2e-2);
}

TEST(CurveThrough, two_points_are_a_straight_line) {
  const CurveThrough line({{0, 0, 0}, {0, 0, 2}});
  EXPECT_DOUBLE_EQ(line.length(), 2);
  const auto nodes = line.walk(4, 1, 0);
  ASSERT_TRUE(nodes);
  EXPECT_LT((nodes->back() - Vector3d(0, 0, 4)).norm(), 1e-14);
}

}  // namespace
}  // namespace plumb
