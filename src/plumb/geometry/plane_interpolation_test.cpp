#include <plumb/geometry/plane_interpolation.h>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <plumb/geometry/mesh_generators.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// A jittered rectangle that lies askew in space.
TriangleMesh askew() {
  TriangleMesh mesh = jittered_rectangle_mesh({.length = 2, .width = 0.7, .nx = 13, .ny = 5}, 0.3, 4);
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1.1, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  for (Vector3d& p : mesh.points) p = turn * p + Vector3d(5, -3, 1);
  return mesh;
}

TEST(PlaneInterpolation, what_is_linear_on_the_whole_mesh_comes_out_exactly) {
  const TriangleMesh mesh = askew();
  Eigen::Matrix3d linear;
  linear << 1, -2, 0.5, 3, 1, 4, -1, 0.2, 2;
  std::vector<Vector3d> values;
  for (const Vector3d& p : mesh.points) values.push_back(linear * p + Vector3d(1, 0, -1));
  const PlaneInterpolation interpolation(mesh);
  for (const auto& t : mesh.triangles) {
    const auto p = [&](std::size_t i) { return mesh.points[static_cast<std::size_t>(t[i])]; };
    for (const Vector3d& w :
         {Vector3d(0.3, 0.3, 0.4), Vector3d(0.5, 0.5, 0), Vector3d(0, 0, 1), Vector3d(0.9, 0.04, 0.06)}) {
      const Vector3d place = w[0] * p(0) + w[1] * p(1) + w[2] * p(2);
      EXPECT_LT((interpolation.at(place, values) - (linear * place + Vector3d(1, 0, -1))).norm(), 1e-12);
    }
  }
}

TEST(PlaneInterpolation, inside_a_triangle_only_its_corners_count) {
  const TriangleMesh mesh = askew();
  const PlaneInterpolation interpolation(mesh);
  for (const auto& t : mesh.triangles) {
    std::vector<Vector3d> values(mesh.points.size(), Vector3d::Constant(1e6));
    Vector3d middle = Vector3d::Zero();
    for (const int p : t) {
      values[static_cast<std::size_t>(p)] = Vector3d::Constant(p);
      middle += mesh.points[static_cast<std::size_t>(p)] / 3;
    }
    EXPECT_NEAR(interpolation.at(middle, values).x(), (t[0] + t[1] + t[2]) / 3.0, 1e-9);
  }
}

TEST(PlaneInterpolation, a_little_beyond_the_boundary_the_last_triangle_goes_on) {
  const TriangleMesh mesh = rectangle_mesh({.length = 1, .width = 1, .nx = 4, .ny = 4});
  const PlaneInterpolation interpolation(mesh);
  EXPECT_LT((interpolation.at({1 + 1e-13, 0.3, 0}, mesh.points) - Vector3d(1, 0.3, 0)).norm(), 1e-12);
  EXPECT_LT((interpolation.at({-1e-13, 1 + 1e-13, 0}, mesh.points) - Vector3d(0, 1, 0)).norm(), 1e-12);
}

TEST(PlaneInterpolation, a_rolled_mesh_lies_in_no_plane) {
  TriangleMesh mesh = askew();
  EXPECT_TRUE(lies_in_a_plane(mesh));
  mesh.points[7] += Vector3d(0, 0, 1e-3);
  EXPECT_FALSE(lies_in_a_plane(mesh));
}

}  // namespace
}  // namespace plumb
