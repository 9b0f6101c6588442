#include <plumb/contact/detect/nearest_obstacle.h>

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include <plumb/contact/detect/obstacle_mesh.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

const Pose kTilted{{0.1, -0.2, 0.05}, {0.6, 0.8, 0}, {0, 0, 1}};

std::vector<Vector3d> random_points(int n) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Vector3d> points;
  for (int i = 0; i < n; ++i) points.emplace_back(number(engine), number(engine), number(engine));
  return points;
}

TEST(NearestObstacle, ABoxOfTrianglesIsSeenFromOutsideAsTheSolid) {
  const Obstacle solid{BoxShape{{0.5, 0.3, 0.2}}, 0.01};
  // The surface of a box without thickness, thickened again.
  const Obstacle mesh{MeshShape{std::make_shared<const TriangleMesh>(surface_of({BoxShape{{0.5, 0.3, 0.2}}, 0}))},
                      0.01};
  constexpr double kRange = 0.4;
  const std::vector<Vector3d> x = random_points(500);
  const ObstacleNow solids[] = {{&solid, kTilted}}, meshes[] = {{&mesh, kTilted}};
  const auto expected = nearest_obstacles(x, solids, kRange), found = nearest_obstacles(x, meshes, kRange);
  int n_near = 0, n_far = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (expected[i].distance < 0) continue;
    if (expected[i].distance > kRange) {
      EXPECT_EQ(found[i].distance, HUGE_VAL) << i;
      ++n_far;
      continue;
    }
    EXPECT_NEAR(found[i].distance, expected[i].distance, 1e-12) << i;
    EXPECT_LT((found[i].normal - expected[i].normal).norm(), 1e-9) << i;
    ++n_near;
  }
  EXPECT_GT(n_near, 50);
  EXPECT_GT(n_far, 50);
}

TEST(NearestObstacle, OfSeveralTheNearestCounts) {
  const Obstacle ball{SphereShape{0.1}, 0}, ground{PlaneShape{}, 0};
  const ObstacleNow both[] = {{&ball, {{0, 0, 0.5}, {1, 0, 0}, {0, 1, 0}}},
                              {&ground, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  const Vector3d x[] = {{0, 0, 0.3}, {0, 0, 0.1}, {0, 0, 0.7}};
  const auto found = nearest_obstacles(x, both, 1);
  EXPECT_NEAR(found[0].distance, 0.1, 1e-15);
  EXPECT_EQ(found[0].normal, Vector3d(0, 0, -1));
  EXPECT_NEAR(found[1].distance, 0.1, 1e-15);
  EXPECT_EQ(found[1].normal, Vector3d(0, 0, 1));
  EXPECT_NEAR(found[2].distance, 0.1, 1e-15);
  EXPECT_EQ(found[2].normal, Vector3d(0, 0, 1));
  EXPECT_EQ(nearest_obstacles(x, {}, 1)[0].distance, HUGE_VAL);
}

}  // namespace
}  // namespace plumb
