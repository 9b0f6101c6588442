#include <plumb/geometry/delaunay.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/mesh_measures_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The deepest a point is inside the circle of a triangle, in radii: circles by their centres, point by point.
double deepest_in_a_circle(const TriangleMesh& mesh) {
  double deepest = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector2d a = mesh.points[at(i)].head<2>(), b = mesh.points[at(j)].head<2>(), c = mesh.points[at(k)].head<2>();
    Eigen::Matrix2d rows;
    rows << (b - a).transpose(), (c - a).transpose();
    const Vector2d centre = a + rows.inverse() * (0.5 * Vector2d((b - a).squaredNorm(), (c - a).squaredNorm()));
    const double radius = (a - centre).norm();
    for (const Vector3d& x : mesh.points) deepest = std::max(deepest, 1 - (x.head<2>() - centre).norm() / radius);
  }
  return deepest;
}

std::vector<Vector2d> random_points(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Vector2d> points;
  for (int i = 0; i < n; ++i) {
    const double x = number(random);
    points.emplace_back(x, number(random));
  }
  return points;
}

/// Area of the convex hull by gift wrapping.
double hull_area(const std::vector<Vector2d>& points) {
  const auto left_of = [](const Vector2d& a, const Vector2d& b, const Vector2d& c) {
    return (b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0];
  };
  const Vector2d start =
      *std::min_element(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) { return a[0] < b[0]; });
  double twice = 0;
  Vector2d here = start;
  do {
    Vector2d next = points[0] == here ? points[1] : points[0];
    for (const Vector2d& x : points) {
      if (left_of(here, next, x) < 0) next = x;
    }
    twice += left_of(start, here, next);
    here = next;
  } while (here != start);
  return twice / 2;
}

TEST(DelaunayMesh, circles_of_random_points_are_empty) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::vector<Vector2d> points = random_points(seed == 0 ? 400 : 3 + static_cast<int>(seed), seed);
    const TriangleMesh mesh = delaunay_mesh(points);
    EXPECT_EQ(euler_characteristic(mesh), 1) << seed;
    EXPECT_NEAR(area(mesh), hull_area(points), 1e-12) << seed;
    EXPECT_GT(smallest_z_area(mesh), 0);
    // Circles along the hull are huge, and so is the rounding of their centres.
    EXPECT_LT(deepest_in_a_circle(mesh), 1e-8) << seed;
  }
}

TEST(DelaunayMesh, points_on_a_grid_or_a_circle_are_no_trouble) {
  std::vector<Vector2d> grid, circle;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 9; ++j) grid.emplace_back(0.1 * i, 0.1 * j);
  }
  for (int i = 0; i < 60; ++i) circle.emplace_back(std::cos(2 * pi * i / 60), std::sin(2 * pi * i / 60));
  const TriangleMesh on_grid = delaunay_mesh(grid), on_circle = delaunay_mesh(circle);
  EXPECT_EQ(n_triangles(on_grid), 2 * 11 * 8);
  EXPECT_EQ(euler_characteristic(on_grid), 1);
  EXPECT_LT(deepest_in_a_circle(on_grid), 1e-12);
  EXPECT_EQ(n_triangles(on_circle), 58);
  EXPECT_EQ(euler_characteristic(on_circle), 1);
  EXPECT_NEAR(area(on_circle), 30 * std::sin(2 * pi / 60), 1e-13);
}

TEST(DelaunayMesh, straight_sides_that_are_rounded_get_no_flat_triangles) {
  for (int degrees = 0; degrees < 180; degrees += 7) {
    const Eigen::Rotation2Dd turn(degrees * pi / 180);
    std::vector<Vector2d> points;
    for (int i = 0; i <= 10; ++i) {
      for (int j = 0; j <= 6; ++j) points.push_back(Vector2d(100, -30) + turn * Vector2d(0.1 * i, 0.1 * j));
    }
    const TriangleMesh mesh = delaunay_mesh(points);
    EXPECT_EQ(n_triangles(mesh), 2 * 10 * 6) << degrees;
    EXPECT_EQ(euler_characteristic(mesh), 1) << degrees;
    EXPECT_NEAR(area(mesh), 0.6, 1e-12) << degrees;
  }
}

TEST(DelaunayMesh, does_not_depend_on_the_size_of_the_plane) {
  const std::vector<Vector2d> points = random_points(80, 5);
  const TriangleMesh mesh = delaunay_mesh(points);
  for (const double size : {0x1p-400, 0x1p400}) {
    std::vector<Vector2d> scaled = points;
    for (Vector2d& x : scaled) x *= size;
    EXPECT_EQ(delaunay_mesh(scaled).triangles, mesh.triangles);
  }
}

TEST(DelaunayMesh, points_without_a_plane_are_refused) {
  const auto of = [](std::vector<Vector2d> points) { return [points] { delaunay_mesh(points); }; };
  EXPECT_THAT(of({{0, 0}, {1, 0}, {0, 1}, {1, 0}}), ThrowsMessage<UserError>(HasSubstr("points 1 and 3 ")));
  EXPECT_THAT(of({{0, 0}, {1, 1}, {3, 3}}), ThrowsMessage<UserError>(HasSubstr("one line")));
  EXPECT_THAT(of({{0, 0}, {0.1, 0.1 + 1e-17}, {0.3, 0.3 + 1e-16}}), ThrowsMessage<UserError>(HasSubstr("one line")));
  EXPECT_THROW(of({})(), UserError);
  EXPECT_THROW(of({{0, 0}, {1, 0}})(), UserError);
  EXPECT_THAT(of({{0, 0}, {1, 0}, {0, std::nan("")}}), ThrowsMessage<UserError>(HasSubstr("finite")));
}

TEST(FlippedToDelaunay, a_jittered_strip_keeps_its_boundary_and_has_empty_circles) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const RectangleGrid grid{.length = 4, .width = 1, .nx = 16, .ny = 4};
    const TriangleMesh jittered = jittered_rectangle_mesh(grid, 0.45, seed);
    const TriangleMesh mesh = flipped_to_delaunay(jittered);
    EXPECT_EQ(mesh.points, jittered.points);
    EXPECT_NE(mesh.triangles, jittered.triangles);
    EXPECT_EQ(euler_characteristic(mesh), 1);
    EXPECT_NEAR(area(mesh), 4, 1e-14);
    EXPECT_NEAR(boundary_lengths(mesh).at(0), 10, 1e-13);
    EXPECT_GT(deepest_in_a_circle(jittered), 0.01);
    EXPECT_LT(deepest_in_a_circle(mesh), 1e-12);
    EXPECT_EQ(n_triangles(delaunay_mesh([&] {
                std::vector<Vector2d> points;
                for (const Vector3d& x : mesh.points) points.emplace_back(x[0], x[1]);
                return points;
              }())),
              n_triangles(mesh));
  }
}

TEST(FlippedToDelaunay, a_square_on_a_circle_is_left_as_it_is) {
  const TriangleMesh mesh = rectangle_mesh({.nx = 3, .ny = 3, .pattern = CellPattern::alternating});
  EXPECT_EQ(flipped_to_delaunay(mesh).triangles, mesh.triangles);
}

TEST(FlippedToDelaunay, a_triangle_seen_from_behind_is_refused) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 2, 1}}};
  EXPECT_THAT([&] { flipped_to_delaunay(mesh); }, ThrowsMessage<UserError>(HasSubstr("triangle 0 ")));
}

}  // namespace
}  // namespace plumb
