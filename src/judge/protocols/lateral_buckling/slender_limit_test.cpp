#include <judge/protocols/lateral_buckling/slender_limit.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace judge {
namespace {

/// J_{-1/6}.
double bessel(double x) {
  const double order = 1.0 / 6, angle = order * std::numbers::pi;
  return std::cos(angle) * std::cyl_bessel_j(order, x) - std::sin(angle) * std::cyl_neumann(order, x);
}

TEST(SlenderLimit, IsTheFirstZeroOfABesselFunction) {
  const double lambda = rod_threshold();
  EXPECT_NEAR(bessel(lambda / 6), 0, 1e-12);
  for (int i = 1; i < 100; ++i) EXPECT_GT(bessel(lambda / 6 * i / 100), 0);
}

TEST(SlenderLimit, HasMichellsConstantAndThePapers) {
  EXPECT_NEAR(rod_threshold(), 12.85, 0.005);
  EXPECT_NEAR(slender_threshold(0), 18.2, 0.05);
  for (double nu : {0.2, 0.35, 0.5})
    EXPECT_NEAR(slender_threshold(nu) / slender_threshold(0), (1 - nu) * std::sqrt(1 + nu), 1e-14);
}

}  // namespace
}  // namespace judge
