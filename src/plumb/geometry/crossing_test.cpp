#include <plumb/geometry/crossing.h>

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;
constexpr double kPi = std::numbers::pi;

class Shaker {
 public:
  explicit Shaker(unsigned seed) : random_(seed) {}
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vector3d point() { return {number(), number(), number()}; }

 private:
  std::mt19937 random_;
};

MovingSegment random_segment(Shaker& shaker) {
  MovingSegment s;
  for (auto* end : {&s.before, &s.after}) *end = {shaker.point(), shaker.point()};
  return s;
}

/// Many looks in time: between two of them the volume of the four points changes its sign while the lines, seen along
/// their common normal, cross within both segments.
std::optional<double> crossing_by_looking(const MovingSegment& a, const MovingSegment& b, int looks) {
  double last = 0;
  for (int i = 0; i <= looks; ++i) {
    const double s = static_cast<double>(i) / looks;
    const auto at = [&](const MovingSegment& m, std::size_t end) -> Vector3d {
      return m.before[end] + s * (m.after[end] - m.before[end]);
    };
    const Vector3d p = at(a, 1) - at(a, 0), q = at(b, 1) - at(b, 0), apart = at(b, 0) - at(a, 0), n = p.cross(q);
    const double volume = n.dot(apart), u = apart.cross(q).dot(n) / n.squaredNorm(),
                 v = apart.cross(p).dot(n) / n.squaredNorm();
    if (i > 0 && (volume > 0) != (last > 0) && u > 0 && u < 1 && v > 0 && v < 1) return s;
    last = volume;
  }
  return {};
}

TEST(Crossing, of_segments_is_what_many_looks_see) {
  Shaker shaker(1);
  int n_crossings = 0, n_differ = 0;
  constexpr int kPairs = 3000, kLooks = 2000;
  for (int i = 0; i < kPairs; ++i) {
    const MovingSegment a = random_segment(shaker), b = random_segment(shaker);
    const auto exact = crossing(a, b), seen = crossing_by_looking(a, b, kLooks);
    n_crossings += exact ? 1 : 0;
    // A look is a two-thousandth late: at the very ends of segments it may see another thing.
    if (exact.has_value() != seen.has_value()) {
      ++n_differ;
    } else if (exact) {
      EXPECT_NEAR(*exact, *seen, 1.0 / kLooks + 1e-9) << i;
    }
  }
  EXPECT_GT(n_crossings, kPairs / 20);
  EXPECT_LE(n_differ, 3);
}

TEST(Crossing, has_its_time) {
  const MovingSegment still{{Vector3d(-1, 0, 0), Vector3d(1, 0, 0)}, {Vector3d(-1, 0, 0), Vector3d(1, 0, 0)}};
  const auto falling = [](double from, double to, double x) {
    return MovingSegment{{Vector3d(x, -1, from), Vector3d(x, 1, from)}, {Vector3d(x, -1, to), Vector3d(x, 1, to)}};
  };
  EXPECT_NEAR(crossing(still, falling(1, -3, 0)).value(), 0.25, 1e-9);
  EXPECT_FALSE(crossing(still, falling(1, -3, 1.01))) << "beside it";
  EXPECT_NEAR(crossing(still, falling(1, 0, 0)).value(), 1, 1e-9) << "what meets at the end";
  EXPECT_FALSE(crossing(still, falling(0, -1, 0))) << "touching from the beginning";
}

TEST(Crossing, in_a_plane_is_a_point_in_common) {
  const MovingSegment still{{Vector3d(-1, 0, 0), Vector3d(1, 0, 0)}, {Vector3d(-1, 0, 0), Vector3d(1, 0, 0)}};
  const MovingSegment pushed{{Vector3d(0, 1, 0), Vector3d(0.2, 3, 0)}, {Vector3d(0, -1, 0), Vector3d(0.2, 1, 0)}};
  EXPECT_NEAR(crossing(still, pushed).value(), 0.5, 0.1);
  const MovingSegment away{{Vector3d(0, 1, 0), Vector3d(0.2, 3, 0)}, {Vector3d(0, 2, 0), Vector3d(0.2, 4, 0)}};
  EXPECT_FALSE(crossing(still, away));
}

std::vector<Vector3d> helix(double radius, double pitch, double turns, int n, double phase = 0) {
  std::vector<Vector3d> points;
  for (int i = 0; i <= n; ++i) {
    const double angle = 2 * kPi * turns * i / n + phase;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), pitch * turns * i / n);
  }
  return points;
}

TEST(Crossing, of_curves_finds_the_first_among_all_pairs) {
  Shaker shaker(2);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Vector3d> a0, a1, b0, b1;
    for (int i = 0; i < 60; ++i) {
      const Vector3d p(0.1 * i, 0, 0), q(3, 0.1 * (i - 30), 0.4);
      a0.push_back(p + 0.1 * shaker.point());
      a1.push_back(p + 0.1 * shaker.point());
      b0.push_back(q + 0.1 * shaker.point());
      b1.push_back(q + Vector3d(0, 0, trial % 2 == 0 ? -0.8 : 0.2) + 0.1 * shaker.point());
    }
    std::optional<double> first;
    for (std::size_t i = 0; i + 1 < a0.size(); ++i) {
      for (std::size_t k = 0; k + 1 < b0.size(); ++k) {
        const auto s = crossing({{a0[i], a0[i + 1]}, {a1[i], a1[i + 1]}}, {{b0[k], b0[k + 1]}, {b1[k], b1[k + 1]}});
        if (s && (!first || *s < *first)) first = s;
      }
    }
    const auto found = first_crossing({a0, a1}, {b0, b1});
    ASSERT_EQ(found.has_value(), first.has_value()) << trial;
    ASSERT_EQ(found.has_value(), trial % 2 == 0) << trial;
    if (!found) continue;
    EXPECT_EQ(found->fraction, *first);
  }
}

TEST(Crossing, of_a_curve_with_itself) {
  // A loop whose ends are drawn through each other: the knot of a shoelace that comes undone.
  const auto loop = [](double lift) {
    std::vector<Vector3d> points;
    for (int i = 0; i <= 80; ++i) {
      const double t = -1 + 2.0 * i / 80;
      points.emplace_back(t * t * t - 0.4 * t, t * t, lift * t);
    }
    return points;
  };
  const auto before = loop(0.3), after = loop(-0.1);
  const auto found = first_crossing(MovingCurve{before, after});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->fraction, 0.75, 0.05);
  EXPECT_EQ(found->a + found->b, 79) << "opposite each other";
  EXPECT_FALSE(first_crossing(MovingCurve{before, loop(0.1)}));
}

TEST(Crossing, is_not_seen_in_smooth_motions) {
  // A coil that is pulled out, wound up, turned round, and carried away.
  const auto coil = helix(1, 0.2, 5, 200);
  EXPECT_FALSE(first_crossing(MovingCurve{coil, helix(0.9, 0.4, 5, 200)}));
  EXPECT_FALSE(first_crossing(MovingCurve{coil, helix(0.95, 0.2, 5.3, 200)}));
  std::vector<Vector3d> turned;
  for (const Vector3d& p : coil) turned.emplace_back(-p.x() + 5, -p.y(), p.z());
  EXPECT_FALSE(first_crossing(MovingCurve{coil, turned}));
  EXPECT_FALSE(first_crossing(MovingCurve{coil, coil}));
  // A straight one, for which the turn about itself is not known.
  std::vector<Vector3d> straight, bent;
  for (int i = 0; i <= 50; ++i) {
    straight.emplace_back(0.02 * i, 0, 0);
    bent.emplace_back(std::sin(0.02 * i), 0, 1 - std::cos(0.02 * i));
  }
  EXPECT_FALSE(first_crossing(MovingCurve{straight, bent}));
}

TEST(Piercing, is_a_segment_through_the_inside) {
  const std::vector<Vector3d> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {1, 3, 2}};
  const auto curve = [](double x, double y, double end) {
    std::vector<Vector3d> c;
    for (int i = 0; i <= 40; ++i) c.emplace_back(x, y, 1 + (end - 1) * i / 40 + 1e-4);
    return c;
  };
  EXPECT_EQ(first_piercing(curve(0.2, 0.3, -1), points, triangles), 20);
  EXPECT_EQ(first_piercing(curve(0.8, 0.7, -1), points, triangles), 20);
  EXPECT_FALSE(first_piercing(curve(1.2, 0.3, -1), points, triangles));
  EXPECT_FALSE(first_piercing(curve(0.2, 0.3, 0), points, triangles)) << "it stands on the plate";
}

}  // namespace
}  // namespace plumb
