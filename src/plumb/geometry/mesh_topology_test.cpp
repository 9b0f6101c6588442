#include <plumb/geometry/mesh_topology.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Triangles on points whose places play no part.
TriangleMesh on_points(std::size_t n, std::vector<std::array<int, 3>> triangles) {
  return {std::vector<Eigen::Vector3d>(n, Eigen::Vector3d::Zero()), std::move(triangles)};
}

/// 3 - 2
/// | / |
/// 0 - 1
TriangleMesh square() { return on_points(4, {{0, 1, 2}, {0, 2, 3}}); }

TriangleMesh tetrahedron() { return on_points(4, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}); }

std::string complaint(const TriangleMesh& mesh) {
  try {
    mesh_topology(mesh);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(MeshTopology, a_square_has_five_edges_numbered_along_its_triangles) {
  const MeshTopology topology = mesh_topology(square());
  ASSERT_EQ(topology.edges.size(), 5u);
  EXPECT_THAT(topology.triangle_edges[0], ElementsAre(0, 1, 2));
  EXPECT_THAT(topology.triangle_edges[1], ElementsAre(3, 4, 1));
  EXPECT_THAT(topology.edges[0].points, ElementsAre(1, 2));
  EXPECT_THAT(topology.edges[3].points, ElementsAre(2, 3));
  EXPECT_TRUE(topology.edges[0].boundary());
  EXPECT_THAT(topology.edges[0].triangles, ElementsAre(0, -1));
  EXPECT_THAT(topology.edges[0].opposite, ElementsAre(0, -1));
}

TEST(MeshTopology, an_inner_edge_runs_as_its_first_triangle_does) {
  const MeshTopology topology = mesh_topology(square());
  const MeshEdge& diagonal = topology.edges[1];
  EXPECT_FALSE(diagonal.boundary());
  EXPECT_THAT(diagonal.points, ElementsAre(2, 0));
  EXPECT_THAT(diagonal.triangles, ElementsAre(0, 1));
  EXPECT_THAT(diagonal.opposite, ElementsAre(1, 3));
  EXPECT_EQ(topology.side(0, 1), 0);
  EXPECT_EQ(topology.side(1, 2), 1);
  EXPECT_EQ(topology.neighbour(0, 1), 1);
  EXPECT_EQ(topology.neighbour(1, 2), 0);
  EXPECT_EQ(topology.neighbour(1, 0), -1);
}

TEST(MeshTopology, edge_i_is_opposite_to_corner_i) {
  const TriangleMesh mesh = tetrahedron();
  const MeshTopology topology = mesh_topology(mesh);
  ASSERT_EQ(topology.edges.size(), 6u);
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 3; ++i) {
      const MeshEdge& edge = topology.edge(t, i);
      const auto side = static_cast<std::size_t>(topology.side(t, i));
      const std::array<int, 3>& corners = mesh.triangles[static_cast<std::size_t>(t)];
      EXPECT_EQ(edge.triangles[side], t);
      EXPECT_EQ(edge.opposite[side], corners[static_cast<std::size_t>(i)]);
      // The first triangle runs along the edge, the second against it.
      EXPECT_EQ(edge.points[side], corners[static_cast<std::size_t>((i + 1) % 3)]);
      EXPECT_EQ(edge.points[1 - side], corners[static_cast<std::size_t>((i + 2) % 3)]);
    }
  }
}

TEST(MeshTopology, three_triangles_at_an_edge_are_no_surface) {
  const std::string text = complaint(on_points(5, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}));
  EXPECT_THAT(text, HasSubstr("the edge between points 0 and 1 of the mesh has 3 triangles"));
  EXPECT_THAT(text, HasSubstr("0, 1 and 2"));
}

TEST(MeshTopology, neighbours_with_normals_on_different_sides_are_refused) {
  const std::string text = complaint(on_points(4, {{0, 1, 2}, {0, 3, 2}}));
  EXPECT_THAT(text, HasSubstr("triangles 0 and 1 "));
  EXPECT_THAT(text, HasSubstr("both run from point 2 to point 0"));
}

TEST(MeshTopology, wrong_indices_are_refused) {
  EXPECT_THAT(complaint(on_points(3, {{0, 1, 3}})), HasSubstr("not there"));
  EXPECT_THAT(complaint(on_points(3, {{0, 1, 1}})), HasSubstr("twice"));
}

TEST(BoundaryLoops, a_square_has_one_counter_clockwise) {
  EXPECT_THAT(boundary_loops(mesh_topology(square())), ElementsAre(ElementsAre(1, 2, 3, 0)));
}

TEST(BoundaryLoops, a_closed_surface_has_none) { EXPECT_THAT(boundary_loops(mesh_topology(tetrahedron())), IsEmpty()); }

TEST(BoundaryLoops, a_tube_has_two) {
  const TriangleMesh tube = on_points(6, {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}, {2, 0, 3}, {2, 3, 5}});
  EXPECT_THAT(boundary_loops(mesh_topology(tube)), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(4, 3, 5)));
}

TEST(BoundaryLoops, triangles_that_share_only_a_point_have_a_loop_each) {
  EXPECT_THAT(boundary_loops(mesh_topology(on_points(5, {{0, 1, 2}, {2, 3, 4}}))),
              ElementsAre(ElementsAre(1, 2, 0), ElementsAre(3, 4, 2)));
}

}  // namespace
}  // namespace plumb
