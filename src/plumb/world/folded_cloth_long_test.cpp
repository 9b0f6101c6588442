// A cloth that falls onto itself, without passing through: decided by exact arithmetic after every step.

#include <gtest/gtest.h>

#include <numbers>

#include <plumb/contact/detect/exact_triangles_for_test.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/shell.h>
#include <plumb/world/touching_bodies_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kLength = 0.3, kWidth = 0.1, kThickness = 1e-3;  // m

/// A strip of cloth, bent by half a turn over its lower half, which lies on the ground.
Model bent_cloth(int nx, int ny) {
  ShellSpec spec;
  spec.rest =
      rectangle_mesh({.length = kLength, .width = kWidth, .nx = nx, .ny = ny, .pattern = CellPattern::alternating});
  constexpr double kRadius = 0.02;  // m, of the bend
  constexpr double kLower = 0.15, kBend = std::numbers::pi * kRadius;
  for (const Vector3d& x : spec.rest.points) {
    const double angle = std::clamp((x.x() - kLower) / kRadius, 0.0, std::numbers::pi);
    const double beyond = std::max(0.0, x.x() - kLower - kBend);
    // The upper half runs askew, so that edges meet edges.
    spec.start.push_back({std::min(x.x(), kLower) + kRadius * std::sin(angle) - beyond, x.y() + 0.1 * beyond,
                          kRadius * (1 - std::cos(angle)) + 0.5 * kThickness});
  }
  spec.material = {kThickness, 2e5, 0.3};
  spec.density = 200;
  spec.relaxation = 1e-2;
  spec.bending = ShellBending::hinge;
  Model model = shell(spec);
  model.initial.loads.gravity = {0, 0, -9.81};
  return model;
}

TEST(ExactTriangles, KnowWhatRunsThroughWhat) {
  const Vector3d a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  EXPECT_TRUE(exact::runs_through({0.2, 0.2, 1}, {0.2, 0.2, -1}, a, b, c));
  EXPECT_TRUE(exact::runs_through({0.2, 0.2, -1e-300}, {0.2, 0.2, 1e-300}, a, b, c));
  EXPECT_FALSE(exact::runs_through({0.2, 0.2, 1}, {0.2, 0.2, 1e-300}, a, b, c));
  EXPECT_FALSE(exact::runs_through({0.6, 0.6, 1}, {0.6, 0.6, -1}, a, b, c));
  EXPECT_FALSE(exact::runs_through({0.2, -1e-300, 1}, {0.2, -1e-300, -1}, a, b, c));
}

TEST(FoldedCloth, DoesNotPassThroughItself) {
  TouchingBodies world;
  TouchingBodies::Body& cloth = world.add(bent_cloth(15, 4));
  cloth.touches_itself = true;
  world.add({PlaneShape{}, 0}, {});
  world.around.friction.elsewhere = 0.3;
  const auto& triangles = cloth.model.surface->triangles;
  ASSERT_EQ(exact::count_crossings(cloth.points(), triangles), 0);
  bool met = false;
  for (int i = 1; i <= 100; ++i) {
    const WorldMarchOutcome outcome = world.march_to(2e-3 * i, 2e-3);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    EXPECT_LE(outcome.residual, 1e-10) << i;
    EXPECT_EQ(exact::count_crossings(cloth.points(), triangles), 0) << i;
    for (const ContactForce& c : outcome.contacts) {
      met = met || c.key.b_obstacle == 0;
      EXPECT_GT(c.gap, -1e-9 * kLength) << i;
    }
    for (const Vector3d& x : cloth.points()) EXPECT_GT(x.z(), 0.5 * kThickness - 1e-9 * kLength) << i;
  }
  EXPECT_TRUE(met);
  EXPECT_LT(gained_share(cloth.state.books), 1e-6);
}

}  // namespace
}  // namespace plumb
