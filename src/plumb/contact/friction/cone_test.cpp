#include <plumb/contact/friction/cone.h>

#include <gtest/gtest.h>

#include <plumb/contact/friction/random_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

class ConeOf : public testing::TestWithParam<double> {};

TEST_P(ConeOf, TheProjectionIsInTheConeAndTheRestInItsPolar) {
  const double mu = GetParam();
  RandomForTest random(1);
  for (int k = 0; k < 2000; ++k) {
    const Vector3d x = random.vector3(), p = project_on_cone(mu, x), rest = p - x;
    const double size = x.norm();
    EXPECT_LE(p.tail<2>().norm(), mu * p(0) + 1e-15 * size);
    EXPECT_LE(mu * rest.tail<2>().norm(), rest(0) + 1e-15 * (1 + mu) * size);
    EXPECT_NEAR(p.dot(rest), 0, 1e-15 * size * size);
  }
}

TEST_P(ConeOf, TheDerivativeIsThatOfTheProjection) {
  const double mu = GetParam(), h = 1e-6;
  RandomForTest random(2);
  for (int k = 0; k < 200; ++k) {
    const Vector3d x = random.vector3();
    const double t = x.tail<2>().norm();
    // Differences across a kink mean nothing.
    if (std::abs(t - mu * x(0)) < 1e-3 * (1 + mu) || std::abs(mu * t + x(0)) < 1e-3 * (1 + mu) || t < 1e-2) continue;
    const Eigen::Matrix3d d = cone_projection_derivative(mu, x);
    for (int c = 0; c < 3; ++c) {
      const Vector3d step = h * Vector3d::Unit(c);
      const Vector3d difference = (project_on_cone(mu, x + step) - project_on_cone(mu, x - step)) / (2 * h);
      EXPECT_LT((d.col(c) - difference).norm(), 1e-8 * (1 + mu));
    }
  }
}

TEST_P(ConeOf, TheNaturalMapVanishesForTheThreeCasesOfCoulombAndForNoOther) {
  const double mu = GetParam(), w = 0.7;
  const Cone cone{mu, false};
  const Vector3d slip(2, 2 * mu * 0.6, 2 * mu * 0.8);
  EXPECT_LT(natural_map(cone, w, slip, {0, -0.6, -0.8}).norm(), 1e-14);         // slips
  EXPECT_LT(natural_map(cone, w, slip * 1.0, Vector3d::Zero()).norm(), 1e-14);  // sticks, on the rim
  EXPECT_EQ(natural_map(cone, w, Vector3d::Zero(), {0.1, 3, -4}).norm(), 0);    // takes off
  EXPECT_GT(natural_map(cone, w, {2, 0, 0}, {0.1, 0, 0}).norm(), 0.1);          // pulls from afar
  EXPECT_GT(natural_map(cone, w, Vector3d::Zero(), {-0.1, 0, 0}).norm(), 0.1);  // penetrates
  EXPECT_GT(natural_map(cone, w, {2, 2 * mu + 0.1, 0}, Vector3d::Zero()).norm(), 0.01 / (1 + mu));  // outside the cone
  if (mu > 0) {
    EXPECT_GT(natural_map(cone, w, slip, {0, 0.6, 0.8}).norm(), 0.1 * mu / (1 + mu));   // friction pushes along
    EXPECT_GT(natural_map(cone, w, slip, {0, 0.8, -0.6}).norm(), 0.1 * mu / (1 + mu));  // or across the motion
    EXPECT_GT(natural_map(cone, w, slip * 0.5 + Vector3d(1, 0, 0), {0, -0.6, -0.8}).norm(), 0.1 * mu / (1 + mu));
  }
}

INSTANTIATE_TEST_SUITE_P(Cone, ConeOf, testing::Values(0.0, 1e-3, 0.3, 1.0, 20.0));

TEST(Cone, AJointTakesAnyForceAndNoMotion) {
  const Cone joint{0.3, true};
  EXPECT_EQ(natural_map(joint, 2, {-5, 7, 1}, Vector3d::Zero()).norm(), 0);
  EXPECT_EQ(natural_map(joint, 2, {-5, 7, 1}, {0, 4, 0}).norm(), 2);
}

}  // namespace
}  // namespace plumb
