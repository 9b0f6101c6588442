#include <judge/score/hausdorff.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace judge {
namespace {

/// Points along a path, at most `spacing` apart.
std::vector<Vec2> sample(const std::vector<Path>& paths, double spacing) {
  std::vector<Vec2> points;
  for (const Path& path : paths) {
    points.push_back(path[0]);
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Vec2 p = path[i - 1], q = path[i];
      const int n = 1 + int(std::hypot(q.x - p.x, q.y - p.y) / spacing);
      for (int k = 1; k <= n; ++k) points.push_back({p.x + (q.x - p.x) * k / n, p.y + (q.y - p.y) * k / n});
    }
  }
  return points;
}

double farthest(const std::vector<Vec2>& from, const std::vector<Vec2>& to) {
  double result = 0;
  for (Vec2 a : from) {
    double nearest = std::numeric_limits<double>::infinity();
    for (Vec2 b : to) nearest = std::min(nearest, std::hypot(a.x - b.x, a.y - b.y));
    result = std::max(result, nearest);
  }
  return result;
}

double brute_force(const std::vector<Path>& a, const std::vector<Path>& b, double spacing) {
  const std::vector<Vec2> p = sample(a, spacing), q = sample(b, spacing);
  return std::max(farthest(p, q), farthest(q, p));
}

std::vector<Path> random_paths(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Path> paths(1 + random() % 3);
  for (Path& path : paths) {
    path.resize(1 + random() % 6);
    for (Vec2& p : path) p = {unit(random), unit(random)};
  }
  return paths;
}

TEST(Hausdorff, OfRandomPathsAgreesWithDenseSamples) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const std::vector<Path> a = random_paths(random), b = random_paths(random);
    const double spacing = 8e-3;
    ASSERT_NEAR(hausdorff(a, b).distance, brute_force(a, b, spacing), spacing / 2 + 1e-12) << "trial " << trial;
  }
}

TEST(Hausdorff, IsSymmetric) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<Path> a = random_paths(random), b = random_paths(random);
    ASSERT_NEAR(hausdorff(a, b).distance, hausdorff(b, a).distance, 1e-9);
  }
}

// The farthest point is no vertex: it lies where the nearest segment changes, in the middle between two points.
TEST(Hausdorff, IsAttainedInsideASegment) {
  const std::vector<Path> line = {{{0, 0}, {1, 0}}};
  const std::vector<Path> ends = {{{0, 0}}, {{1, 0}}};
  const Hausdorff h = hausdorff(line, ends);
  EXPECT_NEAR(h.distance, 0.5, 1e-9);
  EXPECT_NEAR(h.at.x, 0.5, 1e-9);

  const std::vector<Path> valley = {{{0, 1}, {1, 1}}};
  const std::vector<Path> feet = {{{0, 1}, {0.5, 0}, {1, 1}}};
  EXPECT_NEAR(hausdorff(valley, feet).distance, 1, 1e-9);  // the foot of the V
}

TEST(Hausdorff, IsTheLargerOfBothDirections) {
  const std::vector<Path> part = {{{0, 0}, {0.3, 0}}};
  const std::vector<Path> whole = {{{0, 0}, {1, 0}}};
  EXPECT_NEAR(hausdorff(part, whole).distance, 0.7, 1e-12);
  EXPECT_NEAR(hausdorff(whole, part).distance, 0.7, 1e-12);
}

TEST(Hausdorff, DoesNotDependOnHowAPathIsCut) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<Path> a = random_paths(random), b = random_paths(random);
    std::vector<Path> cut;
    for (const Path& path : b) cut.push_back(sample({path}, 0.013));
    ASSERT_NEAR(hausdorff(a, b).distance, hausdorff(a, cut).distance, 3e-9);
  }
}

// A shifted arc: everywhere about as far as anywhere else, the worst case for branch and bound.
TEST(Hausdorff, OfAShiftedLongCurveIsTheShift) {
  Path curve, shifted;
  for (int i = 0; i <= 5000; ++i) {
    const double t = i / 5000.0, r = 0.9;
    curve.push_back({r * std::cos(t), r * std::sin(t)});
    shifted.push_back({(r + 0.049) * std::cos(t), (r + 0.049) * std::sin(t)});
  }
  EXPECT_NEAR(hausdorff({curve}, {shifted}).distance, 0.049, 1e-8);
}

TEST(Hausdorff, comes_to_an_end_for_coordinates_of_any_size) {
  for (const double size : {1e6, 1e9, 1e100}) {
    const std::vector<Path> flat{{{0, 0}, {1, 0.3}}}, high{{{0, 0.1}, {0.5, size}, {1, 0.7}}};
    EXPECT_NEAR(hausdorff(flat, high).distance, size, 1e-6 * size);
  }
}

}  // namespace
}  // namespace judge
