#include <plumb/contact/detect/inner_touch.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Kind = ContactKey::Kind;

const Obstacle kSolids[] = {{SphereShape{0.3}, 0},
                            {CapsuleShape{0.6, 0.1}, 0.02},
                            {CylinderShape{0.6, 0.2}, 0.01},
                            {BoxShape{{0.5, 0.3, 0.2}}, 0.03}};

class Random {
 public:
  Vector3d vector(double size) { return {size * number_(engine_), size * number_(engine_), size * number_(engine_)}; }
  Feature edge() {
    Feature f;
    f.n = 2;
    for (int i = 0; i < 2; ++i) {
      f.x[i] = vector(1);
      f.radius[i] = 0.02 * (1 + number_(engine_));
    }
    return f;
  }
  double number() { return number_(engine_); }

 private:
  std::mt19937 engine_{7};
  std::uniform_real_distribution<double> number_{-1, 1};
};

double gap_at(const Obstacle& solid, const Pose& pose, const Feature& f, const std::array<double, 3>& w) {
  return nearness(solid.shape, pose, f.at(w)).distance - solid.radius - f.radius_at(w);
}

/// The smallest gap at many places of an edge.
double sampled_gap(const Obstacle& solid, const Pose& pose, const Feature& f) {
  constexpr int kPlaces = 200;
  double lowest = 1e9;
  for (int i = 0; i <= kPlaces; ++i) {
    const double w = static_cast<double>(i) / kPlaces;
    lowest = std::min(lowest, gap_at(solid, pose, f, {1 - w, w, 0}));
  }
  return lowest;
}

TEST(InnerTouch, NoOtherPlaceOfAnEdgeIsNearer) {
  Random random;
  int n_inside = 0;
  for (int i = 0; i < 3000; ++i) {
    const Obstacle& solid = kSolids[i % 4];
    const Feature f = random.edge();
    const Pose pose{random.vector(0.2), {0.6, 0.8, 0}, {0, 0, 1}};
    const auto w = nearest_weights(solid, pose, f);
    EXPECT_LE(gap_at(solid, pose, f, w), sampled_gap(solid, pose, f) + 1e-9) << i;
    EXPECT_NEAR(w[0] + w[1], 1, 1e-15);
    n_inside += w[0] > 0 && w[1] > 0;
  }
  EXPECT_GT(n_inside, 500);
}

/// A rod with the points of a straight line at y = 0.
struct Line {
  Surface surface;
  std::vector<Vector3d> x;

  explicit Line(std::initializer_list<double> places, double height, double radius) {
    std::vector<int> points;
    for (const double place : places) {
      points.push_back(static_cast<int>(x.size()));
      x.emplace_back(place, 0, height);
    }
    add_curve(points, radius, false, surface);
  }
  std::vector<Contact> against(const Obstacle& solid, const Pose& pose, double margin) const {
    const SurfaceNow body[] = {{&surface, x, false}};
    const ObstacleNow obstacle[] = {{&solid, pose}};
    return find_contacts(body, obstacle, margin);
  }
};

TEST(InnerTouch, ARodTouchesABarBetweenItsPoints) {
  const Line rod({0, 1, 2, 3}, 0.25, 0.1);
  const Obstacle bar{CylinderShape{2, 0.1}, 0};
  const auto contacts = rod.against(bar, {{1.3, 0, 0}, Vector3d::UnitY(), Vector3d::UnitZ()}, 0.1);
  ASSERT_EQ(contacts.size(), 1);
  EXPECT_EQ(contacts[0].key.kind, Kind::edge_obstacle);
  EXPECT_EQ(contacts[0].key.a_part, 1);
  EXPECT_NEAR(contacts[0].gap, 0.05, 1e-12);
  EXPECT_NEAR((contacts[0].normal - Vector3d::UnitZ()).norm(), 0, 1e-9);
  EXPECT_NEAR((contacts[0].place - Vector3d(1.3, 0, 0.1)).norm(), 0, 1e-9);
  EXPECT_NEAR(contacts[0].a.weights[1], 0.3, 1e-9);
}

TEST(InnerTouch, OnFlatSidesPointsAloneTouch) {
  const Line rod({0, 1, 2, 3}, 0.1, 0.1);
  for (const Obstacle& solid : {Obstacle{PlaneShape{}, 0}, Obstacle{BoxShape{{9, 9, 0}}, 0}}) {
    const auto contacts = rod.against(solid, Pose{}, 0.01);
    ASSERT_EQ(contacts.size(), 4);
    for (const Contact& contact : contacts) EXPECT_EQ(contact.key.kind, Kind::point_obstacle);
  }
}

TEST(InnerTouch, AnEdgeOverTheRimOfABoxTouchesTheRim) {
  // The rod comes down across the rim at x = 1.3: its inner point is as high above the top as the rim below it.
  Line rod({0, 1, 2, 3}, 0, 0);
  for (Vector3d& x : rod.x) x.z() = 0.25 - 0.1 * x.x();
  const Obstacle box{BoxShape{{2.6, 2, 0.2}}, 0};
  const auto contacts = rod.against(box, Pose{}, 0.025);
  ASSERT_EQ(contacts.size(), 1);
  EXPECT_EQ(contacts[0].key.kind, Kind::edge_obstacle);
  EXPECT_NEAR(contacts[0].gap, 0.02 / std::hypot(1, 0.1), 1e-9);
}

TEST(InnerTouch, ARodThatFollowsASolidTouchesWithItsPoints) {
  const Line rod({0, 1, 2, 3}, 0.1, 0.1);
  const Pose below{{1.5, 0, -40}, Vector3d::UnitX(), Vector3d::UnitY()};
  for (const Contact& contact : rod.against({SphereShape{40}, 0}, below, 0.003)) {
    EXPECT_EQ(contact.key.kind, Kind::point_obstacle);
  }
}

TEST(InnerTouch, AnEdgeOverTheRimOfABowlTouchesTheRim) {
  // One end leans on the inner wall, so that the distance rises from there before it falls towards the rim.
  const Obstacle bowl{BowlShape{1, 0.05}, 0};
  Line rod({0, 1}, 0, 0);
  rod.x = {{0.86, 0, -0.5}, {1.2, 0, 0.9}};
  const auto contacts = rod.against(bowl, Pose{}, 0.1);
  const bool at_rim = std::any_of(contacts.begin(), contacts.end(), [](const Contact& one) {
    return one.key.kind == Kind::edge_obstacle && one.place.z() > -1e-9;
  });
  EXPECT_TRUE(at_rim);
}

/// What passes a solid on its way must be told of. Returns how often something met the solid.
int count_meetings(const Obstacle& bar, double size, double far) {
  Random random;
  int n_met = 0, n_alarms = 0;
  for (int i = 0; i < 1000; ++i) {
    Line from({0, 1}, 0, 0), to({0, 1}, 0, 0);
    for (Line* strip : {&from, &to}) {
      for (Vector3d& x : strip->x) x = random.vector(size);
    }
    const Pose start{random.vector(0.1), {0.6, 0.8, 0}, {0, 0, 1}};
    const Pose end{start.position + random.vector(0.3), {0.8, 0.6, 0}, {0, 0, 1}};
    const SurfaceNow bodies[] = {{&from.surface, from.x, false}}, moved[] = {{&to.surface, to.x, false}};
    const ObstacleNow bars[] = {{&bar, start}}, moved_bars[] = {{&bar, end}};
    bool told = false;
    for (const ContactKey& key : find_crossings({bodies, moved, bars, moved_bars})) {
      told = told || key.kind == Kind::edge_obstacle;
    }
    double lowest = 1e9;
    constexpr int kInstants = 60;
    for (int k = 0; k <= kInstants; ++k) {
      const double t = static_cast<double>(k) / kInstants;
      Feature f;
      f.n = 2;
      for (int p = 0; p < 2; ++p) f.x[p] = from.x[p] + t * (to.x[p] - from.x[p]);
      const Pose pose = interpolate(start, end, t);
      lowest = std::min(lowest, sampled_gap(bar, pose, f));
    }
    EXPECT_TRUE(told || lowest > 0) << i;
    n_met += lowest <= 0;
    n_alarms += told && lowest > far;
  }
  EXPECT_EQ(n_alarms, 0);
  return n_met;
}

TEST(InnerTouch, AnEdgeThatPassesABarOnItsWayIsFound) {
  EXPECT_GT(count_meetings({CapsuleShape{4, 0.02}, 0}, 1, 0.02), 150);
}

TEST(InnerTouch, AnEdgeThatPassesTheWallOfABowlOnItsWayIsFound) {
  EXPECT_GT(count_meetings({BowlShape{0.6, 0.01}, 0}, 1, 0.03), 150);
}

}  // namespace
}  // namespace plumb
