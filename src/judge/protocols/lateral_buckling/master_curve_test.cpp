#include <judge/protocols/lateral_buckling/master_curve.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <judge/protocols/lateral_buckling/finite_plate_test.h>
#include <judge/protocols/lateral_buckling/plate_buckling.h>
#include <judge/protocols/lateral_buckling/slender_limit.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

double relative(double a, double b) { return std::abs(a - b) / std::abs(b); }

/// Extrapolated from two meshes.
double finite_element_threshold(double width, double nu) {
  const auto on_mesh = [&](int n) { return FinitePlate(width, nu, n, width > 0.7 ? n : n / 2).threshold(); };
  const double fine = on_mesh(24), coarse = on_mesh(12);
  return fine + (fine - coarse) / 15;
}

TEST(LateralBucklingCurve, AgreesWithFiniteElements) {
  for (double nu : {0.0, 0.35})
    for (double width : {0.1, 0.5, 1.0})
      EXPECT_LT(relative(lateral_buckling_threshold(width, nu), finite_element_threshold(width, nu)), 2e-5)
          << width << ' ' << nu;  // 1e-4 is promised
}

TEST(LateralBucklingCurve, KnowsItsOwnError) {
  PlateResolution finer;
  finer.degree = 8, finer.first_element = 0.01, finer.n_elements_z = 4;
  for (double nu : {0.0, 0.35, 0.5})
    for (double width : {0.02, 0.2, 0.55, 1.0}) {
      const LateralBucklingPoint p = lateral_buckling_point(width, nu);
      const double d = relative(p.gamma_star, plate_threshold(width, nu, finer));
      EXPECT_LT(d, p.error) << width << ' ' << nu;
      EXPECT_LT(d, 3e-6) << width << ' ' << nu;
      EXPECT_LT(p.error, lateral_buckling_accuracy / 3) << width << ' ' << nu;
    }
}

// Plates alone, extrapolated to width zero by a cubic, give the rod's limit, which is computed without them.
TEST(LateralBucklingCurve, PlatesMeetTheRod) {
  for (double nu : {0.0, 0.35, 0.5}) {
    const auto plate = [&](int i) { return plate_threshold(0.02 * i, nu, {}); };
    EXPECT_LT(relative(4 * plate(1) - 6 * plate(2) + 4 * plate(3) - plate(4), slender_threshold(nu)), 1e-5) << nu;
    EXPECT_EQ(lateral_buckling_threshold(0, nu), slender_threshold(nu));
  }
}

TEST(LateralBucklingCurve, ContinuesBetweenRodAndPlates) {
  const double nu = 0.35;
  const auto points = lateral_buckling_curve({1e-9, 0.01, 0.02 * (1 - 1e-9), 0.02}, nu);
  EXPECT_LT(relative(points[0].gamma_star, slender_threshold(nu)), 1e-8);
  EXPECT_LT(relative(points[1].gamma_star, plate_threshold(0.01, nu, {})), 1e-6);
  EXPECT_LT(relative(points[2].gamma_star, points[3].gamma_star), 1e-8);
  for (const auto& p : points) EXPECT_LT(p.error, lateral_buckling_accuracy / 3);
}

// The paper's fit has the curve's ends and slope, within 3 % for its own Poisson's ratio.
TEST(LateralBucklingCurve, FollowsThePapersFit) {
  for (const LateralBucklingPoint& p : lateral_buckling_curve(lateral_buckling_samples(), lateral_buckling_nu))
    EXPECT_LT(relative(p.gamma_star, lateral_buckling_fit(p.width, lateral_buckling_nu)), 0.032) << p.width;
}

TEST(LateralBucklingCurve, RisesWithWidthAndFallsWithNu) {
  double before = 0;
  for (int i = 0; i <= 12; ++i) {
    const double width = i / 12.0, gamma_star = lateral_buckling_threshold(width, 0.35);
    EXPECT_GT(gamma_star, before) << width;
    before = gamma_star;
  }
  for (double width : {0.0, 0.3, 1.0}) {
    EXPECT_GT(lateral_buckling_threshold(width, 0), lateral_buckling_threshold(width, 0.2)) << width;
    EXPECT_GT(lateral_buckling_threshold(width, 0.2), lateral_buckling_threshold(width, 0.5)) << width;
  }
}

TEST(LateralBucklingCurve, DoesNotDependOnTheOrderOfCalls) {
  std::vector<double> widths{0, 0.005, 0.015, 0.3, 1};
  const auto rising = lateral_buckling_curve(widths, 0.35);
  std::reverse(widths.begin(), widths.end());
  const auto falling = lateral_buckling_curve(widths, 0.35);
  for (std::size_t i = 0; i < rising.size(); ++i) {
    EXPECT_EQ(rising[i].gamma_star, falling[falling.size() - 1 - i].gamma_star);
    EXPECT_EQ(rising[i].gamma_star, lateral_buckling_threshold(rising[i].width, 0.35));
  }
}

TEST(LateralBucklingCurve, SaysWhereItEnds) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {-1e-9, 1.0001, infinity, std::nan("")})
    EXPECT_THROW(lateral_buckling_threshold(bad, 0.35), plumb::UserError) << bad;
  for (double bad : {-0.01, 0.501, infinity, std::nan("")})
    EXPECT_THROW(lateral_buckling_threshold(0.5, bad), plumb::UserError) << bad;
}

TEST(LateralBucklingCurve, SamplesContainThoseOfAlgorithm4) {
  const std::vector<double> widths = lateral_buckling_samples();
  EXPECT_EQ(widths.front(), 0);
  EXPECT_EQ(widths.back(), 1);
  for (int i = 1; i <= 10; ++i) EXPECT_TRUE(std::count(widths.begin(), widths.end(), i / 10.0)) << i;
}

}  // namespace
}  // namespace judge
