#include <plumb/energy/shell/koiter_membrane.h>

#include <numbers>

#include <gtest/gtest.h>

#include <plumb/energy/shell/shell_mesh_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr auto kLaws = {MembraneLaw::st_venant_kirchhoff, MembraneLaw::neo_hookean, MembraneLaw::principal_stretch};

KoiterMembrane membrane(const TestSheet& sheet, MembraneLaw law, const SheetMaterial& material, int only = -1) {
  std::vector<std::array<int, 9>> stencils;
  std::vector<MembraneTriangle> triangles;
  for (std::size_t e = 0; e < sheet.triangles.size(); ++e) {
    if (only >= 0 && static_cast<int>(e) != only) continue;
    const auto& c = sheet.triangles[e].corner;
    auto& dofs = stencils.emplace_back();
    for (unsigned i = 0; i < 9; ++i) dofs[i] = 3 * c[i / 3] + static_cast<int>(i % 3);
    triangles.push_back({material, first_form<double>(sheet.at(c[0]), sheet.at(c[1]), sheet.at(c[2]))});
  }
  return {law, stencils, triangles};
}

/// The sheet stretched alike everywhere, and turned.
State homogeneous(const TestSheet& sheet, double along_x, double along_y, double shear) {
  Eigen::Matrix3d f;
  f << along_x, shear, 0, 0, along_y, 0, 0, 0, 1;
  f = Eigen::AngleAxisd(0.9, Vector3d(1, -1, 2).normalized()).toRotationMatrix() * f;
  State state;
  state.q.resize(3 * sheet.n_nodes());
  for (int i = 0; i < sheet.n_nodes(); ++i) state.q.segment<3>(3 * i) = f * sheet.at(i);
  return state;
}

TEST(KoiterMembrane, AHomogeneousStretchPullsOnNoInteriorNodeOfTwentyDistortedMeshes) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const TestSheet sheet(6, TestPattern::right, 0.3, seed);
    for (const MembraneLaw law : kLaws) {
      const KoiterMembrane energy = membrane(sheet, law, {0.01, 1e6, 0.3});
      ElementBuffer buffer = evaluated(energy, homogeneous(sheet, 1.3, 0.8, 0.2));
      Eigen::VectorXd force = Eigen::VectorXd::Zero(3 * sheet.n_nodes()), size = force;
      for (int e = 0; e < energy.n_elements(); ++e) {
        for (int i = 0; i < 9; ++i) {
          const int dof = energy.stencil(e)[static_cast<std::size_t>(i)];
          force[dof] += buffer.gradient(e, i);
          size[dof] += std::abs(buffer.gradient(e, i));
        }
      }
      for (int i = 0; i < sheet.n_nodes(); ++i) {
        if (sheet.on_boundary[static_cast<std::size_t>(i)]) continue;
        EXPECT_LT(force.segment<3>(3 * i).norm(), 1e-10 * size.maxCoeff()) << "seed " << seed << " node " << i;
      }
    }
  }
}

TEST(KoiterMembrane, StretchInOneDirectionCostsThePlateModulus) {
  const SheetMaterial material{0.01, 1e6, 0.3};
  const TestSheet sheet(4, TestPattern::right, 0.2);
  const double modulus = 0.01 * 1e6 / (1 - 0.3 * 0.3), eps = 1e-5;
  for (const MembraneLaw law : kLaws) {
    const double energy = energy_of(membrane(sheet, law, material), homogeneous(sheet, 1 + eps, 1, 0));
    EXPECT_NEAR(energy, 0.5 * modulus * eps * eps, 1e-4 * energy);
    // And simple shear the shear modulus.
    const double sheared = energy_of(membrane(sheet, law, material), homogeneous(sheet, 1, 1, eps));
    EXPECT_NEAR(sheared, 0.5 * 0.01 * 1e6 / 2.6 * eps * eps, 1e-4 * sheared);
  }
}

TEST(KoiterMembrane, AllLawsHaveTheSameStiffnessAtRest) {
  const TestSheet sheet(3, TestPattern::right, 0.3);
  for (const double nu : {0.0, 0.3, 0.49}) {
    const State rest = homogeneous(sheet, 1, 1, 0);
    ElementBuffer a = evaluated(membrane(sheet, MembraneLaw::st_venant_kirchhoff, {0.1, 10, nu}), rest);
    ElementBuffer b = evaluated(membrane(sheet, MembraneLaw::neo_hookean, {0.1, 10, nu}), rest);
    ElementBuffer c = evaluated(membrane(sheet, MembraneLaw::principal_stretch, {0.1, 10, nu}), rest);
    for (int e = 0; e < static_cast<int>(sheet.triangles.size()); ++e) {
      for (int h = 0; h < a.packed(); ++h) {
        EXPECT_NEAR(a.hessian(e, h), b.hessian(e, h), 1e-12);
        EXPECT_NEAR(a.hessian(e, h), c.hessian(e, h), 1e-12);
      }
    }
  }
}

TEST(KoiterMembrane, NeoHookeanIsTheSolidWhoseThicknessIsFree) {
  // The least energy of the solid over its thickness, by bisection of its stress across.
  const double young = 10, nu = 0.3, mu = young / (2 * (1 + nu)), lambda = young * nu / ((1 + nu) * (1 - 2 * nu));
  const double x = 1.7, y = 0.6;
  double low = 0.1, high = 10;
  for (int i = 0; i < 100; ++i) {
    const double z = 0.5 * (low + high), j = x * y * z;
    (mu * z + (lambda / 2 * j * j - lambda / 2 - mu) / z < 0 ? low : high) = z;
  }
  const double j = x * y * low;
  const double solid =
      mu / 2 * (x * x + y * y + low * low - 3) + lambda / 4 * (j * j - 1) - (lambda / 2 + mu) * std::log(j);
  const TestSheet sheet(3, TestPattern::right, 0.2);
  const double thickness = 0.1;
  EXPECT_NEAR(energy_of(membrane(sheet, MembraneLaw::neo_hookean, {thickness, young, nu}), homogeneous(sheet, x, y, 0)),
              thickness * solid, 1e-12);
}

TEST(KoiterMembrane, PrincipalStretchesCostTheirSquares) {
  const TestSheet sheet(3, TestPattern::right, 0.2);
  const double thickness = 0.1, young = 10, nu = 0.3, x = 1.7, y = 0.6;
  const double mu = young / (2 * (1 + nu)), lambda = young * nu / (1 - nu * nu);
  const double squares = (x - 1) * (x - 1) + (y - 1) * (y - 1), sum = x + y - 2;
  const double density = thickness * (mu * squares + 0.5 * lambda * sum * sum);
  EXPECT_NEAR(
      energy_of(membrane(sheet, MembraneLaw::principal_stretch, {thickness, young, nu}), homogeneous(sheet, x, y, 0)),
      density, 1e-12);
}

/// A sheet of one fabric, its warp at an angle to the x axis.
KoiterMembrane woven(const TestSheet& sheet, const Weave& weave, double angle) {
  std::vector<std::array<int, 9>> stencils;
  std::vector<MembraneTriangle> triangles;
  for (const auto& triangle : sheet.triangles) {
    const auto& c = triangle.corner;
    auto& dofs = stencils.emplace_back();
    for (unsigned i = 0; i < 9; ++i) dofs[i] = 3 * c[i / 3] + static_cast<int>(i % 3);
    const Vector3d side = sheet.at(c[1]) - sheet.at(c[0]);
    const double from_side = angle - std::atan2(side.y(), side.x());
    triangles.push_back({{0.1, 1, 0}, first_form<double>(sheet.at(c[0]), sheet.at(c[1]), sheet.at(c[2]))});
    triangles.back().weave = WeaveOnTriangle{weave, std::cos(from_side), std::sin(from_side)};
  }
  return {MembraneLaw::st_venant_kirchhoff, stencils, triangles};
}

/// Young's modulus along x of a woven sheet 0.1 thick: from the energy of a small pull whose other strains cost least.
double modulus_along_x(const TestSheet& sheet, const Weave& weave, double angle) {
  constexpr double kEps = 1e-4;
  const KoiterMembrane energy = woven(sheet, weave, angle);
  const auto of = [&](double across, double shear) {
    return energy_of(energy, homogeneous(sheet, 1 + kEps, 1 + across * kEps, shear * kEps)) / (0.05 * kEps * kEps);
  };
  // A quadratic in two unknowns, from six of its values.
  const double c = of(0, 0), a1 = of(1, 0), a2 = of(-1, 0), s1 = of(0, 1), s2 = of(0, -1), both = of(1, 1);
  Eigen::Matrix2d h;
  h << a1 + a2 - 2 * c, both - a1 - s1 + c, both - a1 - s1 + c, s1 + s2 - 2 * c;
  const Eigen::Vector2d g(0.5 * (a1 - a2), 0.5 * (s1 - s2));
  return c - 0.5 * g.dot(h.inverse() * g);
}

TEST(KoiterMembrane, AFabricHasTheModuliOfItsThreadsAndOfItsBias) {
  const TestSheet sheet(3, TestPattern::right, 0.2);
  const double bias = 1.5;
  const Weave weave{10, 4, Weave::shear_of_bias(10, 4, 0.2, bias), 0.2};
  EXPECT_NEAR(modulus_along_x(sheet, weave, 0), 10, 0.01);
  EXPECT_NEAR(modulus_along_x(sheet, weave, std::numbers::pi), 10, 0.01);
  EXPECT_NEAR(modulus_along_x(sheet, weave, std::numbers::pi / 2), 4, 0.01);
  EXPECT_NEAR(modulus_along_x(sheet, weave, std::numbers::pi / 4), bias, 0.01);
  EXPECT_NEAR(modulus_along_x(sheet, weave, -std::numbers::pi / 4), bias, 0.01);
}

TEST(KoiterMembrane, AFabricThatIsTheSameInAllDirectionsIsStVenantKirchhoff) {
  const TestSheet sheet(3, TestPattern::right, 0.3);
  const State state = crumpled(sheet, 0.3);
  ElementBuffer a = evaluated(membrane(sheet, MembraneLaw::st_venant_kirchhoff, {0.1, 10, 0.3}), state);
  ElementBuffer b = evaluated(woven(sheet, {10, 10, 10 / 2.6, 0.3}, 0.7), state);
  for (int e = 0; e < static_cast<int>(sheet.triangles.size()); ++e) {
    double size = 0;
    for (int h = 0; h < a.packed(); ++h) size = std::max(size, std::abs(a.hessian(e, h)));
    for (int h = 0; h < a.packed(); ++h) EXPECT_NEAR(a.hessian(e, h), b.hessian(e, h), 1e-12 * size);
  }
}

TEST(KoiterMembrane, EqualsItsDualsFarFromRest) {
  const TestSheet sheet(3, TestPattern::crossed);
  for (const MembraneLaw law : kLaws) {
    for (const double nu : {0.0, 0.3, 0.49}) {
      expect_duals(membrane(sheet, law, {0.1, 10, nu}), crumpled(sheet, 0.4), 1e-12);
    }
  }
}

TEST(KoiterMembrane, ATriangleGivesTheSameBitsInAnyCompanyAndWhateverElseIsWanted) {
  const TestSheet sheet(3, TestPattern::right, 0.3);
  const SheetMaterial material{0.1, 10, 0.3};
  for (const MembraneLaw law : kLaws) {
    expect_same_bits_in_any_company(membrane(sheet, law, material), crumpled(sheet, 0.2),
                                    [&](int e) { return membrane(sheet, law, material, e); });
  }
}

TEST(KoiterMembrane, NeoHookeanRefusesWhatItIsNoMaterialFor) {
  const TestSheet sheet(1, TestPattern::right);
  for (const double nu : {-0.1, 0.5}) {
    EXPECT_THROW(membrane(sheet, MembraneLaw::neo_hookean, {0.1, 10, nu}), UserError);
    EXPECT_NO_THROW(membrane(sheet, MembraneLaw::st_venant_kirchhoff, {0.1, 10, nu}));
  }
}

TEST(KoiterMembrane, WhatNeedsAnAreaCannotBeCrushed) {
  const TestSheet sheet(2, TestPattern::right);
  ElementBuffer buffer;
  buffer.resize(8, 9);
  const Want all{true, true, true};
  const State flat = homogeneous(sheet, 1, 0, 0);
  const auto crushed = [&](const Energy& energy) { return energy.evaluate(flat, {}, 0, 8, all, buffer); };
  for (const MembraneLaw law : {MembraneLaw::neo_hookean, MembraneLaw::principal_stretch}) {
    EXPECT_EQ(crushed(membrane(sheet, law, {})), Status::outside_domain);
    EXPECT_EQ(membrane(sheet, law, {}).evaluate_by_duals(flat, {}, 0, 8, all, buffer), Status::outside_domain);
  }
  EXPECT_EQ(crushed(membrane(sheet, MembraneLaw::st_venant_kirchhoff, {})), Status::ok);
}

}  // namespace
}  // namespace plumb
