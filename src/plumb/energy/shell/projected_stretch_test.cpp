#include <plumb/energy/shell/projected_stretch.h>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <plumb/energy/shell/shell_mesh_for_test.h>

namespace plumb {
namespace {

ProjectedStretch stretch_of(const TestSheet& sheet, double stiffness) {
  std::vector<std::array<int, 9>> stencils;
  std::vector<StretchTriangle> triangles;
  for (const TestSheet::Triangle& t : sheet.triangles) {
    auto& dofs = stencils.emplace_back();
    for (unsigned i = 0; i < 9; ++i) dofs[i] = 3 * t.corner[i / 3] + static_cast<int>(i % 3);
    triangles.push_back(
        stretch_triangle(stiffness, sheet.at(t.corner[0]), sheet.at(t.corner[1]), sheet.at(t.corner[2])));
  }
  return {stencils, triangles};
}

TestSurface stretched(double along_x, double along_y, double shear) {
  return {[=](const Eigen::Vector3d& p) {
            return Eigen::Vector3d(along_x * p[0] + shear * p[1], along_y * p[1], 0.3 * p[0]);
          },
          [](const Eigen::Vector3d&) { return Eigen::Vector3d(0, 0, 1); }};
}

/// The principal stretches by a singular value decomposition, which the energy does without.
TEST(ProjectedStretch, costs_what_the_principal_stretches_say) {
  const TestSheet sheet(3, TestPattern::right, 0.2);
  double area = 0;
  for (const auto& t : sheet.triangles) area += sheet.area(t);
  for (const auto& [x, y, shear] : {std::array{1.0, 1.0, 0.0}, {1.2, 0.9, 0.0}, {0.7, 1.1, 0.4}, {2.0, 0.1, -1.0}}) {
    Eigen::Matrix<double, 3, 2> f;
    f << x, shear, 0, y, 0.3, 0;
    const Eigen::Vector2d s = f.jacobiSvd().singularValues();
    const double expected = 0.5 * 7 * area * ((s[0] - 1) * (s[0] - 1) + (s[1] - 1) * (s[1] - 1));
    const State state = on_surface(sheet, stretched(x, y, shear));
    EXPECT_NEAR(energy_of(stretch_of(sheet, 7), state), expected, 1e-13 * 7);
  }
}

TEST(ProjectedStretch, equals_its_duals_when_crushed_and_when_stretched_far) {
  const TestSheet sheet(4, TestPattern::crossed);
  for (const double size : {0.01, 0.3, 2.0}) expect_duals(stretch_of(sheet, 1), crumpled(sheet, size), 1e-9);
}

TEST(ProjectedStretch, gives_the_same_bits_in_any_company_and_whatever_else_is_wanted) {
  const TestSheet sheet(3, TestPattern::right, 0.2);
  expect_same_bits_in_any_company(stretch_of(sheet, 1), crumpled(sheet, 0.3), [&](int e) {
    TestSheet one = sheet;
    one.triangles = {sheet.triangles[static_cast<std::size_t>(e)]};
    return stretch_of(one, 1);
  });
}

/// The bound is above the Hessian in every direction, and is reached in one: a change of length.
TEST(ProjectedStretch, has_its_hessian_below_its_bound) {
  const TestSheet sheet(2, TestPattern::right, 0.2);
  const ProjectedStretch energy = stretch_of(sheet, 1);
  ElementBuffer at = evaluated(energy, crumpled(sheet, 0.5));
  for (int e = 0; e < energy.n_elements(); ++e) {
    std::array<double, 6> packed{};
    energy.bound(e, packed);
    Eigen::Matrix<double, 9, 9> excess;
    for (int i = 0; i < 9; ++i) {
      for (int k = 0; k <= i; ++k) {
        const double bound =
            i % 3 == k % 3 ? packed[static_cast<std::size_t>(ElementBuffer::packed_index(i / 3, k / 3))] : 0;
        excess(i, k) = excess(k, i) = bound - at.hessian(e, ElementBuffer::packed_index(i, k));
      }
    }
    const Eigen::VectorXd values = excess.selfadjointView<Eigen::Lower>().eigenvalues();
    EXPECT_GT(values.minCoeff(), -1e-13);
    EXPECT_LT(values.cwiseAbs().minCoeff(), 1e-13);
  }
}

TEST(ProjectedStretch, a_triangle_without_area_is_outside_the_domain_and_no_rest_shape) {
  const Eigen::Vector3d a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  EXPECT_THROW(stretch_triangle(1, a, b, b * 0.5), UserError);
  const ProjectedStretch energy({{0, 1, 2, 3, 4, 5, 6, 7, 8}}, {stretch_triangle(1, a, b, c)});
  State state;
  state.q.resize(9);
  state.q << 0, 0, 0, 1, 0, 0, 2, 0, 0;
  ElementBuffer buffer;
  buffer.resize(1, 9);
  EXPECT_EQ(energy.evaluate(state, {}, 0, 1, {true, true, true}, buffer), Status::outside_domain);
  EXPECT_EQ(energy.evaluate_by_duals(state, {}, 0, 1, {true, true, true}, buffer), Status::outside_domain);
}

}  // namespace
}  // namespace plumb
