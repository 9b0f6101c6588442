#include <plumb/contact/detect/closest_points.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

class Shaker {
 public:
  explicit Shaker(unsigned seed) : random_(seed) {}
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vector3d point() { return {number(), number(), number()}; }
  /// Coordinates -1, 0 or 1: parallel, collinear and coinciding things are frequent.
  Vector3d corner() {
    std::uniform_int_distribution<int> coordinate(-1, 1);
    return {double(coordinate(random_)), double(coordinate(random_)), double(coordinate(random_))};
  }
  Vector3d any() { return std::uniform_int_distribution<int>(0, 1)(random_) ? corner() : point(); }

 private:
  std::mt19937 random_;
};

template <std::size_t N>
double sum(const std::array<double, N>& w) {
  double s = 0;
  for (const double x : w) s += x;
  return s;
}

template <std::size_t N>
void expect_weights(const std::array<double, N>& w) {
  for (const double x : w) EXPECT_GE(x, 0);
  EXPECT_NEAR(sum(w), 1, 1e-12);
}

/// A nearest point y of a convex set with the given corners: no corner is further than y in the direction of x.
/// `slack` is in m, for a set of size 1.
void expect_nearest(const Vector3d& x, const Vector3d& y, std::initializer_list<Vector3d> corners, double slack) {
  const Vector3d towards = x - y;
  for (const Vector3d& c : corners) EXPECT_LE(towards.dot(c - y), slack);
}

TEST(ClosestPoints, on_a_triangle_no_corner_is_nearer) {
  Shaker shaker(1);
  for (int i = 0; i < 20000; ++i) {
    const Vector3d x = shaker.any(), a = shaker.any(), b = shaker.any(), c = shaker.any();
    const auto w = nearest_on_triangle(x, a, b, c);
    expect_weights(w);
    expect_nearest(x, w[0] * a + w[1] * b + w[2] * c, {a, b, c}, 1e-11);
  }
}

TEST(ClosestPoints, on_a_needle_are_those_of_its_longest_side) {
  Shaker shaker(2);
  for (int i = 0; i < 2000; ++i) {
    const Vector3d a = shaker.point(), b = shaker.point(), x = shaker.point();
    const Vector3d c = a + std::abs(shaker.number()) * (b - a) + 1e-14 * shaker.point();
    const auto w = nearest_on_triangle(x, a, b, c);
    expect_weights(w);
    expect_nearest(x, w[0] * a + w[1] * b + w[2] * c, {a, b, c}, 1e-11);
  }
}

TEST(ClosestPoints, of_segments_no_end_is_nearer) {
  Shaker shaker(3);
  for (int i = 0; i < 20000; ++i) {
    const Vector3d a0 = shaker.any(), a1 = shaker.any(), b0 = shaker.any(), b1 = shaker.any();
    const auto w = nearest_on_segments(a0, a1, b0, b1);
    expect_weights(w.a);
    expect_weights(w.b);
    const Vector3d on_a = w.a[0] * a0 + w.a[1] * a1, on_b = w.b[0] * b0 + w.b[1] * b1;
    expect_nearest(on_b, on_a, {a0, a1}, 1e-11);
    expect_nearest(on_a, on_b, {b0, b1}, 1e-11);
  }
}

TEST(ClosestPoints, of_nearly_parallel_segments_no_end_is_nearer) {
  Shaker shaker(4);
  for (int i = 0; i < 20000; ++i) {
    const double tilt = std::pow(10, -8 + 8 * shaker.number());
    const Vector3d a0 = shaker.point(), a1 = shaker.point(), b0 = shaker.point();
    const Vector3d b1 = b0 + shaker.number() * (a1 - a0) + tilt * shaker.point();
    const auto w = nearest_on_segments(a0, a1, b0, b1);
    const Vector3d on_a = w.a[0] * a0 + w.a[1] * a1, on_b = w.b[0] * b0 + w.b[1] * b1;
    // The distance is what counts: sampled, and by the ends.
    double least = HUGE_VAL;
    for (int k = 0; k <= 64; ++k) {
      const Vector3d y = a0 + k / 64.0 * (a1 - a0);
      const auto v = nearest_on_segment(y, b0, b1);
      least = std::min(least, (y - v[0] * b0 - v[1] * b1).norm());
    }
    EXPECT_LE((on_a - on_b).norm(), least * (1 + 1e-10) + 1e-13);
  }
}

TEST(ClosestPoints, of_parallel_segments_are_in_the_middle_of_where_they_lie_side_by_side) {
  const auto w = nearest_on_segments({0, 0, 0}, {4, 0, 0}, {6, 1, 0}, {2, 1, 0});
  EXPECT_DOUBLE_EQ(w.a[1], 0.75);
  EXPECT_DOUBLE_EQ(w.b[1], 0.75);
  // Behind each other: the ends.
  const auto ends = nearest_on_segments({0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 1, 0});
  EXPECT_EQ(ends.a, (std::array<double, 2>{0, 1}));
  EXPECT_EQ(ends.b, (std::array<double, 2>{1, 0}));
}

TEST(ClosestPoints, at_a_rim_leave_a_weight_of_exactly_zero) {
  const auto side = nearest_on_triangle({0.3, -0.7, 0.2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_EQ(side[2], 0);
  EXPECT_NEAR(side[1], 0.3, 1e-15);
  const auto corner = nearest_on_triangle({-1, -1, 3}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_EQ(corner, (std::array<double, 3>{1, 0, 0}));
  const auto point = nearest_on_segments({0, 0, 0}, {0, 0, 0}, {1, -1, 0}, {1, 1, 0});
  EXPECT_EQ(point.b, (std::array<double, 2>{0.5, 0.5}));
}

}  // namespace
}  // namespace plumb
