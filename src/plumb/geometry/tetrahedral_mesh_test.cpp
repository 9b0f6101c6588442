#include <plumb/geometry/tetrahedral_mesh.h>

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/geometry/tetrahedral_generators.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// The volume inside a closed surface with normals to the outside (Gauss).
double enclosed(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
    const Vector3d& corner = mesh.points[static_cast<std::size_t>(mesh.triangles[k][0])];
    sum += corner.dot(area_vector(mesh, static_cast<int>(k))) / 3;
  }
  return sum;
}

/// A mesh without gaps: tetrahedra are the right way round, the outside is closed and encloses what they fill.
void expect_sound(const TetrahedralMesh& mesh, int euler) {
  EXPECT_NO_THROW(check(mesh));
  const OuterSurface outside = outer_surface(mesh);
  const MeshTopology topology = mesh_topology(outside.mesh);
  for (const MeshEdge& edge : topology.edges) EXPECT_FALSE(edge.boundary());
  EXPECT_NEAR(enclosed(outside.mesh), volume(mesh), 1e-12 * volume(mesh));
  const auto n = [](const auto& list) { return static_cast<int>(list.size()); };
  EXPECT_EQ(n(outside.points) - n(topology.edges) + n(outside.mesh.triangles), euler);
}

TEST(TetrahedralMesh, a_box_is_filled) {
  const TetrahedralMesh mesh = box_mesh({{2, 3, 0.5}, {3, 4, 2}});
  EXPECT_EQ(mesh.tetrahedra.size(), 6u * 3 * 4 * 2);
  EXPECT_NEAR(volume(mesh), 3, 1e-13);
  expect_sound(mesh, 2);
  EXPECT_EQ(outer_triangles(mesh).size(), 2u * 2 * (3 * 4 + 4 * 2 + 3 * 2));
}

TEST(TetrahedralMesh, balls_are_filled_and_their_volume_converges_at_second_order) {
  for (const double hole : {0.0, 0.4}) {
    for (const bool eighth : {false, true}) {
      double before = 0;
      for (const int n : {4, 8}) {
        BallGrid grid{1, hole, n, n / 2, eighth};
        const TetrahedralMesh mesh = ball_mesh(grid);
        expect_sound(mesh, hole > 0 && !eighth ? 4 : 2);
        const double exact = (eighth ? 0.125 : 1) * 4 * std::numbers::pi / 3 * (1 - hole * hole * hole);
        const double error = exact - volume(mesh);
        EXPECT_GT(error, 0);
        if (before > 0) {
          EXPECT_NEAR(before / error, 4, 0.35);
        }
        before = error;
      }
    }
  }
}

TEST(TetrahedralMesh, no_tetrahedron_of_a_ball_is_a_sliver) {
  for (const int n : {2, 8, 16}) {
    const TetrahedralMesh mesh = ball_mesh({1, 0, n});
    double smallest = 1;
    for (int k = 0; k < static_cast<int>(mesh.tetrahedra.size()); ++k) {
      smallest = std::min(smallest, volume(mesh, k) * n * n * n);
    }
    EXPECT_GT(smallest, 0.16);
  }
}

TEST(TetrahedralMesh, tells_what_is_wrong) {
  const auto message = [](const TetrahedralMesh& mesh) -> std::string {
    try {
      check(mesh);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  TetrahedralMesh mesh = box_mesh({});
  std::swap(mesh.tetrahedra[2][0], mesh.tetrahedra[2][1]);
  EXPECT_THAT(message(mesh), testing::HasSubstr("tetrahedron 2 (counted from 0) is inside out"));
  orient(mesh);
  EXPECT_EQ(message(mesh), "");
  mesh.tetrahedra.push_back(mesh.tetrahedra[0]);
  EXPECT_THAT(message(mesh), testing::HasSubstr("at most two fit there"));
  mesh.tetrahedra.back() = {0, 1, 2, 3};  // in one plane
  EXPECT_THAT(message(mesh), testing::HasSubstr("is flat"));
  mesh.tetrahedra.back() = {0, 1, 2, 8};
  EXPECT_THAT(message(mesh), testing::HasSubstr("has point 8, but the mesh has the points 0 to 7"));
  mesh.tetrahedra.pop_back();
  mesh.points.emplace_back(9, 9, 9);
  EXPECT_THAT(message(mesh), testing::HasSubstr("point 8 (counted from 0) is in no tetrahedron"));
  EXPECT_THROW(box_mesh({{1, -1, 1}, {1, 1, 1}}), UserError);
  EXPECT_THROW(ball_mesh({1, 2}), UserError);
  EXPECT_THROW(ball_mesh({1, 0, 0}), UserError);
}

}  // namespace
}  // namespace plumb
