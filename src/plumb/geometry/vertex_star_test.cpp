#include <plumb/geometry/vertex_star.h>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>

namespace plumb {
namespace {

std::vector<VertexStar> stars_of(const TriangleMesh& mesh) { return interior_stars(mesh, mesh_topology(mesh)); }

TEST(VertexStar, linear_functions_have_no_laplacian_and_the_cells_fill_what_is_inside) {
  for (const double jitter : {0.0, 0.2, 0.4}) {
    const TriangleMesh mesh = jittered_rectangle_mesh({3, 2, 9, 6}, jitter, 5);
    const auto stars = stars_of(mesh);
    ASSERT_EQ(stars.size(), 8u * 5u);
    for (const VertexStar& star : stars) EXPECT_LT(star.pull(mesh.points).norm(), 1e-13);
    if (jitter > 0) continue;
    for (const VertexStar& star : stars) EXPECT_NEAR(star.area, 1.0 / 9, 1e-14);
  }
}

TEST(VertexStar, has_half_of_the_triangles_that_are_obtuse_at_it_and_the_voronoi_cell_of_the_others) {
  const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {-1, 0.3, 0}, {-1, -0.3, 0}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}}};
  const auto stars = stars_of(mesh);
  ASSERT_EQ(stars.size(), 1u);
  EXPECT_EQ(stars[0].ring.size(), 3u);
  // The circumcentre of the acute triangle is at (-0.545, 0).
  const double acute = 2 * (0.5 * 0.545 * 0.15);
  EXPECT_NEAR(stars[0].area, 2 * 0.15 / 2 + acute, 1e-14);
}

/// The Laplacian of x on a cylinder is 1/radius along the inward normal. Points on a regular grid, whose cells are as
/// wide as the chords, have it exactly.
TEST(VertexStar, measures_the_curvature_of_a_cylinder) {
  const double radius = 2;
  const TriangleMesh mesh = cylinder_mesh({radius, 1, 0, 1, 8, 8});
  for (const VertexStar& star : stars_of(mesh)) {
    const Eigen::Vector3d& x = mesh.points[static_cast<std::size_t>(star.centre)];
    const Eigen::Vector3d inward = Eigen::Vector3d(0, -x.y(), -x.z()) / radius;
    EXPECT_LT((star.pull(mesh.points) / (2 * star.area) - inward / radius).norm(), 1e-11);
  }
}

TEST(VertexStar, a_strip_of_one_row_of_cells_has_none) { EXPECT_TRUE(stars_of(rectangle_mesh({5, 1, 5, 1})).empty()); }

}  // namespace
}  // namespace plumb
