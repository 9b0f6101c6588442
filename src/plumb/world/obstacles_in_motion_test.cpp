// Obstacles of every shape, at rest and moving.

#include <gtest/gtest.h>

#include <numbers>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/shell.h>
#include <plumb/world/touching_bodies_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81, kThickness = 4e-3, kSide = 0.1;  // m/s^2, m

/// A stiff square plate, its lower face at height zero, its middle over the origin.
Model stiff_plate(double lift = 0) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = kSide, .width = kSide, .nx = 3, .ny = 3, .pattern = CellPattern::alternating});
  for (Vector3d& x : spec.rest.points) x += Vector3d(-0.5 * kSide, -0.5 * kSide, 0.5 * kThickness + lift);
  spec.material = {kThickness, 1e9, 0.3};
  spec.relaxation = 1e-4;
  Model model = shell(spec);
  model.initial.loads.gravity = {0, 0, -kGravity};
  return model;
}

Vector3d mean(const std::vector<Vector3d>& all) {
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& one : all) sum += one;
  return sum / static_cast<double>(all.size());
}

std::shared_ptr<const TriangleMesh> dome() {
  return std::make_shared<TriangleMesh>(
      hemisphere_mesh({.radius = 0.05, .hole = 0.2, .turn = 2 * std::numbers::pi, .n_turn = 16, .n_meridian = 6}));
}

struct NamedObstacle {
  const char* name;
  ObstacleShape shape;
  Pose pose;
};
/// Each has its highest place near the origin.
std::vector<NamedObstacle> all_shapes() {
  const Vector3d down(0, 0, -1);
  return {{"plane", PlaneShape{}, {}},
          {"sphere", SphereShape{0.05}, {0.05 * down}},
          {"capsule", CapsuleShape{0.06, 0.03}, {0.03 * down}},
          {"cylinder", CylinderShape{0.06, 0.03}, {0.03 * down}},
          {"box", BoxShape{{0.06, 0.05, 0.04}}, {0.02 * down}},
          {"mesh", MeshShape{dome()}, {0.05 * std::cos(0.2) * down}}};
}

class EveryObstacle : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(shapes, EveryObstacle, testing::Range<std::size_t>(0, 6),
                         [](const auto& one) { return std::string(all_shapes()[one.param].name); });

TEST_P(EveryObstacle, HoldsAPlateThatFallsOnIt) {
  const NamedObstacle one = all_shapes()[GetParam()];
  TouchingBodies world;
  TouchingBodies::Body& plate = world.add(stiff_plate(2e-3));
  world.add({one.shape, 0}, one.pose);
  world.around.friction.elsewhere = 0.5;
  double pushed = 0;
  for (int i = 1; i <= 60; ++i) {
    const WorldMarchOutcome outcome = world.march_to(1e-3 * i, 1e-3);
    ASSERT_EQ(outcome.status(), Status::ok) << one.name << " " << i;
    EXPECT_LE(outcome.residual, 1e-10);
    Vector3d force = Vector3d::Zero();
    for (const ContactForce& c : outcome.contacts) {
      EXPECT_GT(c.gap, -1e-10 * kSide) << one.name << " " << i;
      force += c.force;
    }
    if (one.shape.index() < 5) {
      for (const Vector3d& x : plate.points()) {
        EXPECT_GT(nearness(one.shape, one.pose, x).distance, 0.5 * kThickness - 1e-10 * kSide) << one.name << " " << i;
      }
    }
    pushed += force.z();
  }
  // What falls would be at -g t by now.
  EXPECT_GT(pushed, 0) << one.name;
  EXPECT_GT(mean(plate.velocities()).z(), -0.5 * kGravity * 0.06) << one.name;
  EXPECT_LT(gained_share(plate.state.books), 1e-6) << one.name;
}

TEST_P(EveryObstacle, PushesAPlateAsFastAsItMovesItself) {
  const NamedObstacle one = all_shapes()[GetParam()];
  constexpr double kSpeed = 0.5;  // m/s, upwards
  TouchingBodies world;
  TouchingBodies::Body& plate = world.add(stiff_plate(1e-3));
  world.add({one.shape, 0}, one.pose, {{0, 0, kSpeed}, Vector3d::Zero()});
  world.around.friction.elsewhere = 0.5;
  for (int i = 1; i <= 20; ++i) {
    const WorldMarchOutcome outcome = world.march_to(1e-3 * i, 1e-3);
    ASSERT_EQ(outcome.status(), Status::ok) << one.name << " " << i;
    for (const ContactForce& c : outcome.contacts) {
      EXPECT_GT(c.gap, -1e-10 * kSide) << one.name << " " << i;
    }
  }
  EXPECT_GT(mean(plate.velocities()).z(), 0.2 * kSpeed) << one.name;
  EXPECT_LT(gained_share(plate.state.books), 1e-6) << one.name;
}

// v = mu g t until the block has the speed of the belt; backward Euler has a constant acceleration exactly.
TEST(MovingObstacles, AConveyorBeltTakesABlockAlong) {
  constexpr double kMu = 0.4, kBelt = 0.3, kDt = 2e-3;
  TouchingBodies world;
  TouchingBodies::Body& block = world.add(stiff_plate());
  world.add({PlaneShape{}, 0}, {}, {{kBelt, 0, 0}, Vector3d::Zero()});
  world.around.friction.elsewhere = kMu;
  for (const double until : {0.02, 0.05, 0.07}) {
    ASSERT_EQ(world.march_to(until, kDt).status(), Status::ok);
    EXPECT_NEAR(mean(block.velocities()).x(), kMu * kGravity * until, 1e-9);
  }
  const WorldMarchOutcome outcome = world.march_to(0.3, kDt);
  ASSERT_EQ(outcome.status(), Status::ok);
  EXPECT_NEAR(mean(block.velocities()).x(), kBelt, 1e-8);
  for (const ContactForce& c : outcome.contacts) EXPECT_TRUE(c.sticks);
  // The belt does mu m g on its own way until the block is as fast: half becomes motion, half is lost.
  const double mass = 1000 * kSide * kSide * kThickness;
  EXPECT_NEAR(block.state.books.dissipated, 0.5 * mass * kBelt * kBelt, 0.02 * mass * kBelt * kBelt);
  EXPECT_LT(gained_share(block.state.books), 1e-6);
}

}  // namespace
}  // namespace plumb
