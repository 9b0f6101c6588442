#include <plumb/energy/shell/mean_curvature.h>

#include <gtest/gtest.h>

#include <plumb/energy/shell/shell_mesh_for_test.h>
#include <plumb/geometry/mesh_generators.h>

namespace plumb {
namespace {

std::vector<int> in_order(const TriangleMesh& mesh) {
  std::vector<int> points;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) points.push_back(3 * static_cast<int>(i));
  return points;
}

State moved(const TriangleMesh& mesh, const TestSurface& surface) {
  State state;
  state.q.resize(3 * static_cast<Eigen::Index>(mesh.points.size()));
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    state.q.segment<3>(3 * static_cast<Eigen::Index>(i)) = surface.point(mesh.points[i]);
  }
  return state;
}

/// The energy over the area of the interior points' cells.
double density(const TriangleMesh& mesh, const State& state) {
  double sum = 0, area = 0;
  for (const auto& term : mean_curvature(mesh, 1, in_order(mesh))) sum += energy_of(*term, state);
  for (const VertexStar& star : interior_stars(mesh, mesh_topology(mesh))) area += star.area;
  return sum / area;
}

/// E = B/2 (2 (kappa_1 + kappa_2))^2 per area. Rolled up, that is a plate of D = 4 B, in whatever direction; and a
/// saddle is free. Rows of equilateral triangles end in half ones, beside which points have irregular rings.
TEST(MeanCurvature, sees_the_sum_of_the_curvatures_and_nothing_else) {
  for (const auto& [pattern, tolerance] : {std::pair{CellPattern::one_diagonal, 1e-4},
                                           {CellPattern::alternating, 1e-4},
                                           {CellPattern::equilateral, 1e-2}}) {
    const TriangleMesh mesh = rectangle_mesh({1, 1, 12, 14, pattern});
    const double kappa = 1e-3;
    const auto relative = [&](const TestSurface& surface) {
      return density(mesh, moved(mesh, surface)) / (kappa * kappa);
    };
    for (const double angle : {0.0, 0.4, 1.5}) EXPECT_NEAR(relative(cylinder(kappa, angle)), 0.5 * 4, 2 * tolerance);
    EXPECT_NEAR(relative(quadratic_surface(kappa, 2 * kappa, 0.7 * kappa)), 0.5 * 4 * 9, 18 * tolerance);
    EXPECT_LT(relative(quadratic_surface(kappa, -kappa, 0.7 * kappa)), tolerance);
  }
}

TEST(MeanCurvature, keeps_the_length_of_a_curvature_at_rest) {
  const TriangleMesh mesh = cylinder_mesh({2, 3, 0, 1.5, 6, 6});
  EXPECT_LT(density(mesh, moved(mesh, {[](const Eigen::Vector3d& p) { return p; }, {}})), 1e-24);
  // Turned inside out the lengths are the same.
  const TestSurface inside_out{[](const Eigen::Vector3d& p) { return Eigen::Vector3d(p.x(), p.y(), -p.z()); }, {}};
  EXPECT_LT(density(mesh, moved(mesh, inside_out)), 1e-24);
  // Flattened along its axis only, it is bent less, and that costs.
  const TestSurface flatter{[](const Eigen::Vector3d& p) { return Eigen::Vector3d(p.x(), p.y(), 0.5 * p.z()); }, {}};
  EXPECT_GT(density(mesh, moved(mesh, flatter)), 0.01);
}

TEST(MeanCurvature, has_terms_for_every_number_of_neighbours_and_none_at_the_boundary) {
  const TriangleMesh mesh = rectangle_mesh({1, 1, 4, 4, CellPattern::alternating});
  int n_stars = 0;
  for (const auto& term : mean_curvature(mesh, 1, in_order(mesh))) n_stars += term->n_elements();
  EXPECT_EQ(mean_curvature(mesh, 1, in_order(mesh)).size(), 2u) << "four and eight neighbours";
  EXPECT_EQ(n_stars, 9);
  EXPECT_TRUE(mean_curvature(rectangle_mesh({4, 1, 4, 1}), 1, in_order(mesh)).empty());
}

}  // namespace
}  // namespace plumb
