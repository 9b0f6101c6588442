#include <plumb/geometry/triangle_mesh.h>

#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;

TriangleMesh square() { return {{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, {{0, 1, 2}, {0, 2, 3}}}; }

std::string complaint(const TriangleMesh& mesh) {
  try {
    check(mesh);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(TriangleMesh, the_area_of_a_tilted_triangle_is_half_of_base_times_height) {
  // Base 5 along (3, 4, 0), height 2 along z.
  const TriangleMesh mesh{{{1, 1, 1}, {4, 5, 1}, {1, 1, 3}}, {{0, 1, 2}}};
  EXPECT_NEAR(area(mesh, 0), 5, 1e-14);
  EXPECT_LT((area_vector(mesh, 0) - Vector3d(4, -3, 0)).norm(), 1e-14);
}

TEST(TriangleMesh, the_area_of_a_mesh_is_that_of_all_triangles) { EXPECT_DOUBLE_EQ(area(square()), 4); }

TEST(TriangleMesh, a_sound_mesh_passes) { EXPECT_EQ(complaint(square()), ""); }

TEST(TriangleMesh, nothing_is_no_mesh) { EXPECT_EQ(complaint({}), "the mesh has no triangles"); }

TEST(TriangleMesh, a_point_that_is_not_there_is_named) {
  TriangleMesh mesh = square();
  mesh.triangles[1][2] = 4;
  EXPECT_EQ(complaint(mesh),
            "triangle 1 (points 0, 2 and 4, counted from 0) of the mesh has a point that is not there; the points are "
            "0 to 3");
  mesh.triangles[1][2] = -1;
  EXPECT_THAT(complaint(mesh), HasSubstr("points 0, 2 and -1"));
}

TEST(TriangleMesh, a_triangle_has_three_points) {
  TriangleMesh mesh = square();
  mesh.triangles[0] = {1, 2, 1};
  EXPECT_THAT(complaint(mesh), HasSubstr("the same point twice"));
}

TEST(TriangleMesh, every_coordinate_is_finite) {
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    TriangleMesh mesh = square();
    mesh.points[3][1] = wrong;
    EXPECT_THAT(complaint(mesh), HasSubstr("point 3 of the mesh"));
  }
}

TEST(TriangleMesh, the_same_triangle_twice_is_refused_however_it_runs) {
  for (const std::array<int, 3>& again : {std::array{1, 2, 0}, std::array{2, 1, 0}}) {
    TriangleMesh mesh = square();
    mesh.triangles.push_back(again);
    EXPECT_THAT(complaint(mesh), HasSubstr("the same points as triangle 0"));
    EXPECT_THAT(complaint(mesh), HasSubstr("triangle 2 "));
  }
}

TEST(TriangleMesh, points_on_one_line_are_refused_at_any_size) {
  for (const double size : {1e-200, 1e-3, 1.0, 1e200}) {
    TriangleMesh mesh = square();
    for (Vector3d& x : mesh.points) x *= size;
    EXPECT_EQ(complaint(mesh), "") << size;
    mesh.points[3] = Vector3d(size, size, 0);
    EXPECT_THAT(complaint(mesh), HasSubstr("triangle 1 (points 0, 2 and 3, counted from 0) of the mesh is flat"))
        << size;
  }
}

TEST(TriangleMesh, a_thin_triangle_is_not_flat_before_rounding_makes_it_so) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0.5, 1e-5, 0}}, {{0, 1, 2}}};
  EXPECT_EQ(complaint(mesh), "");
  mesh.points[2][1] = 1e-7;
  EXPECT_THAT(complaint(mesh), HasSubstr("flat"));
  // A needle: two points that nearly coincide.
  mesh.points[2] = {1, 1e-12, 0};
  EXPECT_THAT(complaint(mesh), HasSubstr("flat"));
}

}  // namespace
}  // namespace plumb
