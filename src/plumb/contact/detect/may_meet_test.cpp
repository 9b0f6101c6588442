#include <plumb/contact/detect/may_meet.h>

#include <gtest/gtest.h>

#include <random>

#include <plumb/contact/detect/crossing_cases_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

TEST(ExactNumbers, count_and_compare_roots) {
  using exact::Polynomial;
  // (4 t - 1)^2 (2 t - 1): two distinct roots, at one of which 4 t - 1 vanishes.
  const Polynomial p = Polynomial{-1, 4} * Polynomial{-1, 4} * Polynomial{-1, 2};
  std::vector<exact::Root> found = exact::roots(p);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].sign_of(Polynomial{-1, 4}) + found[1].sign_of(Polynomial{-1, 4}), 1);
  EXPECT_EQ(found[0].sign_of(Polynomial{-1, 2}) + found[1].sign_of(Polynomial{-1, 2}), -1);
  // t^2 = 1/2: irrational, and between 7071/10000 and 7072/10000.
  found = exact::roots(Polynomial{-1, 0, 2});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].sign_of(Polynomial{-7071, 10000}), 1);
  EXPECT_EQ(found[0].sign_of(Polynomial{-7072, 10000}), -1);
  EXPECT_EQ(found[0].sign_of(Polynomial{-1, 0, 2} * Polynomial{3, 5}), 0);
  // Both ends belong to the interval.
  EXPECT_EQ(exact::roots(Polynomial{0, -1, 1}).size(), 2u);
  EXPECT_TRUE(exact::roots(Polynomial{1, 0, 1}).empty());
}

MovingFeature still(std::initializer_list<Vector3d> corners) {
  MovingFeature f;
  for (const Vector3d& x : corners) f.from[f.n] = f.to[f.n] = x, ++f.n;
  return f;
}

TEST(ExactCrossing, knows_simple_cases) {
  const MovingFeature triangle = still({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}});
  const auto point = [](const Vector3d& from, const Vector3d& to) { return MovingFeature{1, {from}, {to}}; };
  EXPECT_TRUE(exact::meet(point({1, 1, 1}, {1, 1, -1}), triangle));
  EXPECT_TRUE(exact::meet(point({2, 2, 1}, {2, 2, -1}), triangle));
  EXPECT_FALSE(exact::meet(point({2, 2.0000001, 1}, {2, 2, -1}), triangle));
  EXPECT_TRUE(exact::meet(point({1, 1, 1}, {1, 1, 0}), triangle));
  EXPECT_FALSE(exact::meet(point({1, 1, 1}, {1, 1, 1e-300}), triangle));
  EXPECT_TRUE(exact::meet(point({-1, 1, 0}, {5, 1, 0}), triangle));
  EXPECT_FALSE(exact::meet(point({-1, 1, 0}, {-0.001, 1, 0}), triangle));
  const MovingFeature edge = still({{0, 0, 0}, {2, 0, 0}});
  const auto moving = [](const Vector3d& shift) {
    MovingFeature f = still({{1, -1, 1}, {1, 1, 1}});
    for (Vector3d& x : f.to) x += shift;
    return f;
  };
  EXPECT_TRUE(exact::meet(edge, moving({0, 0, -1})));
  EXPECT_TRUE(exact::meet(edge, moving({1, 0, -1})));
  EXPECT_FALSE(exact::meet(edge, moving({1.1, 0, -1})));
  EXPECT_TRUE(exact::meet(edge, still({{2, 0, 0}, {3, 0, 0}})));
  EXPECT_FALSE(exact::meet(edge, still({{2.5, 0, 0}, {3, 0, 0}})));
}

TEST(MayMeet, misses_no_way_through_the_wall_of_a_bowl) {
  const BowlShape bowl{0.6, 0.01};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  int n_met = 0, n_alarms = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vector3d from(number(random), number(random), number(random));
    const Vector3d to = from + (i % 2 == 0 ? 1.0 : 0.1) * Vector3d(number(random), number(random), number(random));
    // Does the way meet the surface? It does if the sign of the distance changes between two of many places.
    constexpr int kPlaces = 200;
    bool met = false;
    double before = nearness(bowl, Pose{}, from).distance, least = std::abs(before);
    for (int k = 1; k <= kPlaces; ++k) {
      const double now = nearness(bowl, Pose{}, from + (to - from) * k / kPlaces).distance;
      met = met || (now < 0) != (before < 0);
      least = std::min(least, std::abs(now));
      before = now;
    }
    const bool told = may_meet(ObstacleShape(bowl), from, to);
    EXPECT_TRUE(told || !met) << i;
    n_met += met;
    // Only what comes as near as the places are apart may be told without being met.
    if (told && !met) {
      EXPECT_LT(least, (to - from).norm() / kPlaces) << i;
    }
    n_alarms += told && !met;
  }
  EXPECT_GT(n_met, 1000);
  EXPECT_LT(n_alarms, 0.02 * n_met);
}

TEST(MayMeet, misses_none_of_20000_hard_cases) {
  const CrossingTally tally = tally_crossings(20000, 1);
  for (int kind = 0; kind < CrossingCases::kKinds; ++kind) {
    const auto& k = tally.kinds[kind];
    EXPECT_EQ(k.misses, 0) << CrossingCases::name(kind);
    std::printf("%-18s %6ld cases, %6ld meet, %4ld misses, %5ld false alarms\n", CrossingCases::name(kind), k.n, k.meet,
                k.misses, k.false_alarms);
  }
  EXPECT_GT(tally.total().meet, 4000);
}

}  // namespace
}  // namespace plumb
