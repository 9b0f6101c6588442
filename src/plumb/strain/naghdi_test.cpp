#include <plumb/strain/naghdi.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/strain/rotation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// A cylinder of radius 2 about the y axis, at an angle, stretched along y; the director leans by `lean` along y.
DirectorJet<double> cylinder(double lean = 0) {
  constexpr double angle = 0.7, radius = 2;
  const Vector3d along(std::cos(angle), 0, std::sin(angle)), normal(-std::sin(angle), 0, std::cos(angle));
  const Vector3d d = std::cos(lean) * normal + std::sin(lean) * Vector3d::UnitY();
  return {along, {0, 1.1, 0}, d, -std::cos(lean) * along / radius, Vector3d::Zero()};
}

std::array<double, 8> strain_of(const DirectorJet<double>& jet) {
  std::array<double, 8> strain{};
  EXPECT_TRUE(naghdi_strain(jet, strain));
  return strain;
}

TEST(NaghdiStrain, a_cylinder_has_one_curvature) {
  const std::array<double, 8> expected{0, 0.5 * (1.1 * 1.1 - 1), 0, 0, 0, 0.5, 0, 0};
  const std::array<double, 8> strain = strain_of(cylinder());
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(strain[i], expected[i], 1e-15) << i;
}

TEST(NaghdiStrain, a_director_that_leans_shears) {
  EXPECT_NEAR(strain_of(cylinder(0.2))[4], 1.1 * std::sin(0.2), 1e-15);
}

TEST(NaghdiStrain, does_not_see_how_long_the_director_is) {
  const DirectorJet<double> jet = cylinder(0.2);
  const std::array<double, 8> strain = strain_of(jet),
                              shorter = strain_of({jet.x1, jet.x2, 0.7 * jet.d, 0.7 * jet.d1, 0.7 * jet.d2});
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(strain[i], shorter[i], 1e-15) << i;
}

TEST(NaghdiStrain, does_not_see_rotations) {
  const DirectorJet<double> jet{{1, 0.1, 0.3}, {-0.2, 1.2, 0}, {0.1, -0.3, 0.9}, {0.5, 0.2, -0.1}, {0.1, 0.4, 0.3}};
  const Eigen::Matrix3d turn = rotation<double>(Vector3d(0.4, -1.3, 0.8));
  const std::array<double, 8> strain = strain_of(jet),
                              turned =
                                  strain_of({turn * jet.x1, turn * jet.x2, turn * jet.d, turn * jet.d1, turn * jet.d2});
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(strain[i], turned[i], 1e-15) << i;
}

TEST(NaghdiStrain, a_director_that_almost_vanishes_is_outside_its_domain) {
  DirectorJet<double> jet = cylinder();
  jet.d *= 0.4;
  std::array<double, 8> strain{};
  EXPECT_FALSE(naghdi_strain(jet, strain));
}

}  // namespace
}  // namespace plumb
