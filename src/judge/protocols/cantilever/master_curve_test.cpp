#include <judge/protocols/cantilever/master_curve.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/integral_equation.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

double relative(double a, double b) { return std::abs(a - b) / std::abs(b); }

/// The largest relative difference of x, y and H/W.
double difference(const CantileverPoint& p, const IntegralEquation::End& q) {
  return std::max({relative(p.x, q.x), relative(p.y, q.y), relative(p.aspect, q.y / q.x)});
}

TEST(CantileverCurve, AgreesWithTheIntegralEquationAndKnowsItsOwnError) {
  IntegralEquation second;
  const double rounding_of_second = 1e-13;
  for (int i = 0; i <= 56; ++i) {
    const double gamma = std::min(1e-3 * std::pow(10, i / 8.0), 1e4);
    const CantileverPoint p = cantilever_curve(gamma);
    const double d = difference(p, second.solve(gamma));
    EXPECT_LT(d, 1e-11) << gamma;  // 1e-9 is promised
    EXPECT_LT(d, p.error + rounding_of_second) << gamma;
    EXPECT_LT(p.error, 1e-11) << gamma;
  }
}

// H/W = Gamma/8 (1 - Gamma^2/280 + ...).
TEST(CantileverCurve, HasTheSmallLoadAsymptote) {
  for (double gamma : {0.01, 0.03, 0.1}) {
    const double correction = (1 - 8 * cantilever_curve(gamma).aspect / gamma) / (gamma * gamma);
    EXPECT_NEAR(correction, 1 / 280.0, 1e-3 * gamma * gamma + 1e-10 / (gamma * gamma)) << gamma;
  }
}

// H/W = sqrt(Gamma/2) (1 - c/sqrt(Gamma) + ...) with c = 1 - 1/sqrt(2) + pi/(2 sqrt 2). In the layer at the clamp,
// 1/sqrt(Gamma) long, tan(phi/4) = tan(pi/8) exp(-sqrt(Gamma) s) with phi = pi/2 - theta, whose integrals are
// 1 - y = (2 - sqrt 2)/sqrt(Gamma) and, with the first moment pi/2 of the load, sqrt(Gamma) x = sqrt(2 y) +
// pi/(2 sqrt(Gamma)).
TEST(CantileverCurve, HasTheLargeLoadAsymptote) {
  const double pi = std::numbers::pi, sqrt2 = std::numbers::sqrt2;
  const auto drop = [](double gamma) { return (1 - cantilever_curve(gamma).y) * std::sqrt(gamma); };
  const auto loss = [](double gamma) {
    return (1 - cantilever_curve(gamma).aspect / std::sqrt(gamma / 2)) * std::sqrt(gamma);
  };
  // Extrapolated from Gamma/4 and Gamma, the distance to the limit falls as 1/Gamma.
  for (double gamma : {1e3, 3e3, 1e4}) {
    EXPECT_NEAR(2 * drop(gamma) - drop(gamma / 4), 2 - sqrt2, 5 / gamma) << gamma;
    EXPECT_NEAR(2 * loss(gamma) - loss(gamma / 4), 1 - 1 / sqrt2 + pi / (2 * sqrt2), 30 / gamma) << gamma;
  }
}

TEST(CantileverCurve, IsStrictlyMonotonic) {
  CantileverPoint before = cantilever_curve(1e-3);
  for (int i = 1; i <= 1400; ++i) {
    const CantileverPoint p = cantilever_curve(std::min(1e-3 * std::pow(10, i / 200.0), 1e4));
    EXPECT_GT(p.aspect, before.aspect) << p.gamma;
    EXPECT_GT(p.y, before.y) << p.gamma;
    EXPECT_LT(p.x, before.x) << p.gamma;
    EXPECT_LT(p.x * p.x + p.y * p.y, 1) << p.gamma;  // the rod is no longer than itself
    before = p;
  }
}

TEST(CantileverCurve, DoesNotDependOnTheOrderOfCalls) {
  std::vector<double> gammas = cantilever_samples();
  const std::vector<CantileverPoint> rising = cantilever_curve(gammas);
  std::reverse(gammas.begin(), gammas.end());
  const std::vector<CantileverPoint> falling = cantilever_curve(gammas);
  for (std::size_t i = 0; i < rising.size(); ++i) {
    EXPECT_EQ(rising[i].aspect, falling[falling.size() - 1 - i].aspect);
    EXPECT_EQ(rising[i].x, falling[falling.size() - 1 - i].x);
  }
}

TEST(CantileverCurve, SaysWhereItEnds) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {-1.0, 0.0, 9.9e-4, 1.0001e4, infinity, -infinity, std::nan("")})
    EXPECT_THROW(cantilever_curve(bad), plumb::UserError) << bad;
  EXPECT_NO_THROW(cantilever_curve(1e-3));
  EXPECT_NO_THROW(cantilever_curve(1e4));
}

TEST(CantileverCurve, SamplesAreThoseOfAlgorithm1) {
  const std::vector<double> gammas = cantilever_samples();
  ASSERT_EQ(gammas.size(), 281u);
  EXPECT_EQ(gammas.front(), 1e-3);
  EXPECT_EQ(gammas.back(), 1e4);
  for (std::size_t i = 1; i < gammas.size(); ++i) EXPECT_NEAR(std::log10(gammas[i] / gammas[i - 1]), 0.025, 1e-12);
}

}  // namespace
}  // namespace judge
