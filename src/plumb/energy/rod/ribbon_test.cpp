#include <plumb/energy/rod/ribbon.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/mechanics/assembly.h>

namespace plumb {
namespace {

Ribbon strip(std::vector<double> lengths, double width) {
  Ribbon ribbon;
  ribbon.lengths = std::move(lengths);
  ribbon.bend = 1.7 * width;
  ribbon.width = width;
  return ribbon;
}

Status evaluate(const Eigen::VectorXd& q, Potential& potential, Assembly& assembly) {
  State state;
  state.q = q;
  return assembly.evaluate(state, {}, {true, true, true}, potential);
}

double energy(const Ribbon& ribbon, const Eigen::VectorXd& q) {
  Assembly assembly(Layout::all_free(ribbon.n_unknowns()), {ribbon_elasticity(ribbon, {})});
  Potential potential(assembly.pattern());
  EXPECT_EQ(evaluate(q, potential, assembly), Status::ok);
  return potential.value;
}

/// D/2 times the integral of the squared curvature over the developable surface: on the generator through s, at t
/// across the strip, the curvature is kappa (1 + eta^2) / (1 + t eta'), and an area dt ds of the strip's frame covers
/// (1 + t eta') of it.
TEST(RibbonElasticity, is_that_of_the_developable_surface) {
  const Ribbon ribbon = strip({0.3, 0.5}, 0.4);
  Eigen::VectorXd q(6);
  q << 1.2, -0.3, -0.7, 0.9, 2, 0.1;
  double sum = 0;
  for (int e = 0; e < 2; ++e) {
    const double length = ribbon.lengths[static_cast<std::size_t>(e)];
    const double fan = (q[2 * e + 3] - q[2 * e + 1]) / length;
    constexpr int n = 600;
    for (int i = 0; i < n; ++i) {
      const double x = (i + 0.5) / n;
      const double kappa = q[2 * e] + x * (q[2 * e + 2] - q[2 * e]), eta = q[2 * e + 1] + x * fan * length;
      for (int j = 0; j < n; ++j) {
        const double area = 1 + ((j + 0.5) / n - 0.5) * ribbon.width * fan;
        sum += 0.5 * 1.7 * std::pow(kappa * (1 + eta * eta) / area, 2) * area * length * ribbon.width / (n * n);
      }
    }
  }
  EXPECT_NEAR(energy(ribbon, q) / sum, 1, 1e-5);
}

TEST(RibbonElasticity, has_a_domain_in_which_generators_do_not_meet) {
  const Ribbon ribbon = strip({0.5}, 0.25);
  Assembly assembly(Layout::all_free(4), {ribbon_elasticity(ribbon, {})});
  Potential potential(assembly.pattern());
  // w eta' = 2 at a difference of eta of 4.
  EXPECT_EQ(evaluate(Eigen::Vector4d(1, -2, 1, 1.999), potential, assembly), Status::ok);
  EXPECT_EQ(evaluate(Eigen::Vector4d(1, -2, 1, 2), potential, assembly), Status::outside_domain);
  EXPECT_EQ(evaluate(Eigen::Vector4d(1, 2, 1, -2.5), potential, assembly), Status::outside_domain);
}

TEST(RibbonElasticity, holds_the_generators_of_a_flat_strip_and_no_others) {
  const Ribbon ribbon = strip({0.5, 0.5}, 0.25);
  Assembly assembly(Layout::all_free(6), {ribbon_elasticity(ribbon, {})});
  Potential flat(assembly.pattern()), bent(assembly.pattern());
  Eigen::VectorXd q(6);
  q << 0, 0.4, 0, 0.7, 0, 0.1;
  ASSERT_EQ(evaluate(q, flat, assembly), Status::ok);
  EXPECT_EQ(flat.value, 0);
  EXPECT_TRUE(flat.gradient.isZero(0));
  const Eigen::MatrixXd held = flat.hessian.dense();
  for (const int eta : {1, 3, 5}) {
    EXPECT_GT(held(eta, eta), 0);
    EXPECT_LT(held(eta, eta), 1e-17);
  }
  // A thousand times the curvature: a millionth of the stiffness is what holds.
  q << 1e-6, 0.4, 1e-6, 0.7, 1e-6, 0.1;
  ASSERT_EQ(evaluate(q, bent, assembly), Status::ok);
  for (const int eta : {1, 3, 5}) EXPECT_GT(bent.hessian.dense()(eta, eta), 5e5 * held(eta, eta));
}

}  // namespace
}  // namespace plumb
