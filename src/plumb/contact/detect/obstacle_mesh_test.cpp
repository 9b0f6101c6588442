#include <plumb/contact/detect/obstacle_mesh.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace plumb {
namespace {

TEST(ObstacleMesh, its_points_lie_on_the_surface_and_its_triangles_face_outwards) {
  const Obstacle solids[] = {{SphereShape{0.2}, 0},          {CapsuleShape{0.5, 0.1}, 0},
                             {CylinderShape{0.5, 0.1}, 0},   {CylinderShape{0.5, 0.1}, 0.02},
                             {BoxShape{{0.3, 0.2, 0.1}}, 0}, {BoxShape{{0.3, 0.2, 0.1}}, 0.02},
                             {BowlShape{0.2, 0.05}, 0},      {BowlShape{0.2, 0.05}, 0.02}};
  for (const Obstacle& solid : solids) {
    SCOPED_TRACE(solid.shape.index());
    const TriangleMesh mesh = surface_of(solid);
    ASSERT_GE(mesh.triangles.size(), 12u);
    for (const Eigen::Vector3d& x : mesh.points) {
      EXPECT_NEAR(nearness(solid.shape, Pose{}, x).distance, solid.radius, 1e-12);
    }
    double volume = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const Eigen::Vector3d& x = mesh.points[static_cast<std::size_t>(mesh.triangles[t][0])];
      volume += area_vector(mesh, static_cast<int>(t)).dot(x) / 3;
    }
    EXPECT_GT(volume, 0.005);
    if (solid.radius == 0 && std::holds_alternative<BoxShape>(solid.shape)) {
      EXPECT_NEAR(volume, 0.006, 1e-12);
    }
    if (std::holds_alternative<SphereShape>(solid.shape)) {
      // A sphere's inscribed lattice of n sides a turn is smaller by 5/12 of (2 pi/n)^2.
      EXPECT_NEAR(volume / (4.0 / 3 * std::numbers::pi * 0.008), 1 - 5.0 / 12 * std::pow(2 * std::numbers::pi / 48, 2),
                  1e-4);
    }
  }
}

}  // namespace
}  // namespace plumb
