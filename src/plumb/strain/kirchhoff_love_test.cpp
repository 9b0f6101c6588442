#include <plumb/strain/kirchhoff_love_derivatives.h>

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <plumb/linalg/dual.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

SurfaceJet<double> random_jet(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  SurfaceJet<double> x;
  for (Vector3d& v : x) v = Vector3d(uniform(random), uniform(random), uniform(random));
  x[kJet1] += Vector3d(2, 0, 0);
  x[kJet2] += Vector3d(0, 2, 0);
  return x;
}

/// The strains with their derivatives by the fifteen numbers of the jet.
ShellStrain<Dual2<15>> with_duals(const SurfaceJet<double>& x) {
  SurfaceJet<Dual2<15>> y;
  for (int i = 0; i < 15; ++i) {
    y[static_cast<std::size_t>(i / 3)][i % 3] = Dual2<15>::variable(x[static_cast<std::size_t>(i / 3)][i % 3], i);
  }
  ShellStrain<Dual2<15>> strain;
  EXPECT_TRUE(shell_strain(y, strain));
  return strain;
}

TEST(KirchhoffLove, closed_form_derivatives_equal_duals) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const SurfaceJet<double> x = random_jet(seed);
    const auto strain = with_duals(x);
    const BendDerivatives bend(x);
    const auto gradients = bend.gradients();
    for (int i = 0; i < 3; ++i) {
      BendDerivatives::Matrix second = BendDerivatives::Matrix::Zero();
      bend.add_second(Vector3d::Unit(i), second);
      for (int a = 0; a < 15; ++a) {
        EXPECT_NEAR(gradients(i, a), strain.bend[i].gradient[static_cast<std::size_t>(a)], 1e-13);
        for (int b = 0; b < 15; ++b) EXPECT_NEAR(second(a, b), strain.bend[i].second(a, b), 1e-13) << a << " " << b;
      }
    }
  }
}

// x = (R sin(s/R), y, R cos(s/R)), seen from outside: the normal of x,1 x x,2 points outwards.
TEST(KirchhoffLove, a_cylinder_has_one_curvature_and_no_stretch) {
  constexpr double radius = 0.7, angle = 0.4;
  const double s = std::sin(angle), c = std::cos(angle);
  const SurfaceJet<double> x{Vector3d(c, 0, -s), Vector3d(0, 1, 0), Vector3d(-s, 0, -c) / radius, Vector3d::Zero(),
                             Vector3d::Zero()};
  ShellStrain<double> strain;
  ASSERT_TRUE(shell_strain(x, strain));
  EXPECT_LT((strain.stretch - Vector3d(0.5, 0.5, 0)).norm(), 1e-15);
  EXPECT_LT((strain.bend - Vector3d(-1 / radius, 0, 0)).norm(), 1e-15);
}

// z = c s y is a saddle with b_12 = c; and shear by an angle is seen in the mixed component of the metric.
TEST(KirchhoffLove, twist_and_shear_count_twice) {
  const SurfaceJet<double> twisted{Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::Zero(), Vector3d(0, 0, 0.3),
                                   Vector3d::Zero()};
  ShellStrain<double> strain;
  ASSERT_TRUE(shell_strain(twisted, strain));
  EXPECT_LT((strain.bend - Vector3d(0, 0, 0.6)).norm(), 1e-15);
  const Vector3d sheared = shell_stretch<double>(Vector3d::UnitX(), Vector3d(std::sin(0.1), std::cos(0.1), 0));
  EXPECT_NEAR(sheared[2], std::sin(0.1), 1e-15);
}

TEST(KirchhoffLove, a_surface_folded_to_a_line_is_outside_the_domain) {
  SurfaceJet<double> x = random_jet(1);
  x[kJet1] = Vector3d(1, 0, 0);
  x[kJet2] = Vector3d(2, 0, 0);
  ShellStrain<double> strain;
  EXPECT_FALSE(shell_strain(x, strain));
}

}  // namespace
}  // namespace plumb
