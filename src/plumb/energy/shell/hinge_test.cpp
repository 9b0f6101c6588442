#include <plumb/energy/shell/hinge.h>

#include <gtest/gtest.h>

#include <plumb/energy/shell/shell_mesh_for_test.h>

namespace plumb {
namespace {

struct Hinges {
  std::vector<std::array<int, 12>> stencils;
  std::vector<HingeLaw> laws;
};

/// Returns hinges at the interior edges whose middles `use` picks, for a plate of D = 1.
Hinges hinges(const TestSheet& sheet, double factor, const std::function<bool(const Eigen::Vector3d&)>& use) {
  Hinges all;
  for (const TestSheet::Triangle& t : sheet.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (t.far[i] < 0 || t.sign[i] < 0) continue;
      const std::array<int, 4> nodes{t.corner[i], t.corner[(i + 1) % 3], t.corner[(i + 2) % 3], t.far[i]};
      if (!use(0.5 * (sheet.at(nodes[1]) + sheet.at(nodes[2])))) continue;
      auto& dofs = all.stencils.emplace_back();
      for (unsigned k = 0; k < 12; ++k) dofs[k] = 3 * nodes[k / 3] + static_cast<int>(k % 3);
      all.laws.push_back(
          hinge_law(factor, 1, sheet.at(nodes[0]), sheet.at(nodes[1]), sheet.at(nodes[2]), sheet.at(nodes[3])));
    }
  }
  return all;
}

/// The stiffness of a pattern as a plate: C of E = 1/2 k^T C k per area, k = (kappa_xx, kappa_yy, 2 kappa_xy).
Eigen::Matrix3d plate_stiffness(TestPattern pattern, double factor) {
  // Whole periods of the pattern, away from the boundary: each of its hinges once.
  const TestSheet sheet(16, pattern);
  const double x0 = 3.999 * sheet.cell, y0 = 3.999 * sheet.row, width = 4 * sheet.cell, height = 4 * sheet.row;
  const Hinges period = hinges(sheet, factor, [&](const Eigen::Vector3d& m) {
    return m[0] >= x0 && m[0] < x0 + width && m[1] >= y0 && m[1] < y0 + height;
  });
  const HingeBending energy(period.stencils, period.laws);
  constexpr double small = 1e-4;
  const auto density = [&](const Eigen::Vector3d& k) {
    const State state = on_surface(sheet, quadratic_surface(small * k[0], small * k[1], 0.5 * small * k[2]));
    return energy_of(energy, state) / (width * height * small * small);
  };
  Eigen::Matrix3d c;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Eigen::Vector3d a = Eigen::Vector3d::Unit(i), b = Eigen::Vector3d::Unit(j);
      c(i, j) = 0.5 * (density(a + b) - density(a - b));
    }
  }
  return c;
}

TEST(HingeBending, RolledUpCostsWhatThePlateDoesOnRegularMeshes) {
  for (const auto pattern : {TestPattern::right, TestPattern::crossed, TestPattern::equilateral}) {
    for (const auto& [factor, expected] :
         {std::pair{kStripHinge, 1.0}, {kDiscreteShellHinge, 3.0}, {kBridsonHinge, 0.25}}) {
      const Eigen::Matrix3d c = plate_stiffness(pattern, factor);
      EXPECT_NEAR(c(0, 0), expected, 1e-4);
      EXPECT_NEAR(c(1, 1), expected, 1e-4);
    }
  }
}

TEST(HingeBending, PoissonRatioAndTwistAreTheMeshs) {
  // A plate has C_12 = nu, C_33 = (1 - nu)/2 and no others. Equilateral triangles are one, of nu = -1/3.
  const Eigen::Matrix3d equilateral = plate_stiffness(TestPattern::equilateral, kStripHinge);
  EXPECT_NEAR(equilateral(0, 1), -1.0 / 3, 1e-4);
  EXPECT_NEAR(equilateral(2, 2), 2.0 / 3, 1e-4);
  EXPECT_NEAR(equilateral(0, 2), 0, 1e-4);
  // Alternating diagonals resist twist twice as much as a plate of nu = 0.
  const Eigen::Matrix3d crossed = plate_stiffness(TestPattern::crossed, kStripHinge);
  EXPECT_NEAR(crossed(0, 1), 0, 1e-4);
  EXPECT_NEAR(crossed(2, 2), 1, 1e-4);
  EXPECT_NEAR(crossed(0, 2), 0, 1e-4);
  // Equal diagonals couple bending with twist, too.
  const Eigen::Matrix3d right = plate_stiffness(TestPattern::right, kStripHinge);
  EXPECT_NEAR(right(0, 1), 0, 1e-4);
  EXPECT_NEAR(right(2, 2), 1.5, 1e-4);
  EXPECT_NEAR(right(0, 2), 0.5, 1e-4);
  // So a strip whose sides are free is softer than D: by 8/9, 1 and 4/5.
  EXPECT_NEAR(1 / equilateral.inverse()(0, 0), 8.0 / 9, 1e-4);
  EXPECT_NEAR(1 / crossed.inverse()(0, 0), 1, 1e-4);
  EXPECT_NEAR(1 / right.inverse()(0, 0), 0.8, 1e-4);
}

TEST(HingeBending, EqualsItsDualsWhenFoldedFar) {
  const TestSheet sheet(4, TestPattern::crossed);
  const Hinges all = hinges(sheet, 1, [](const auto&) { return true; });
  for (const double size : {0.0, 1e-7, 0.2, 0.4}) {
    const State state = crumpled(sheet, size);
    std::vector<HingeLaw> laws = all.laws;
    for (HingeLaw& law : laws) law.rest_angle = 0.3;
    expect_duals(HingeBending(all.stencils, laws), state, 1e-12);
  }
}

TEST(HingeBending, AHingeGivesTheSameBitsInAnyCompanyAndWhateverElseIsWanted) {
  const TestSheet sheet(3, TestPattern::right, 0.2);
  const Hinges all = hinges(sheet, 1, [](const auto&) { return true; });
  expect_same_bits_in_any_company(HingeBending(all.stencils, all.laws), crumpled(sheet, 0.3), [&](int e) {
    const auto i = static_cast<std::size_t>(e);
    return HingeBending({all.stencils[i]}, {all.laws[i]});
  });
}

TEST(HingeBending, AFoldedHingeIsOutsideTheDomainAndNoRestShape) {
  const Eigen::Vector3d c(0, 1, 0), p(0, 0, 0), q(1, 0, 0);
  EXPECT_THROW(hinge_law(1, 1, c, p, q, c), UserError);
  State state;
  state.q.resize(9);
  state.q << c, p, q;
  const HingeBending energy({{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2}}, {{1, 0}});
  ElementBuffer buffer;
  buffer.resize(1, 12);
  EXPECT_EQ(energy.evaluate(state, {}, 0, 1, {true, true, true}, buffer), Status::outside_domain);
  EXPECT_EQ(energy.evaluate_by_duals(state, {}, 0, 1, {true, true, true}, buffer), Status::outside_domain);
}

}  // namespace
}  // namespace plumb
