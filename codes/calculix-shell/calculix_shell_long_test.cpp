// CalculiX itself, against the master curves.

#include <codes/calculix-shell/calculix_shell.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>

namespace codes {
namespace {

class CalculixShellRuns : public testing::Test {
  void SetUp() override {
    if (const std::string missing = calculix_shell()->missing(); !missing.empty()) GTEST_SKIP() << missing;
  }
};

judge::Scenario cantilever(int n, judge::Scales scales = {1, 4 / (std::numbers::pi * 6.25e-14), 4 / 1e-6}) {
  judge::Scenario s;
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  s.scales = scales;
  s.knobs.n = n;
  return s;
}

double aspect_error(const judge::Scenario& scenario, double gamma) {
  const auto trial = calculix_shell()->open(scenario);
  const judge::Reply reply = trial->advance({{"gamma", gamma}});
  EXPECT_EQ(reply.status, plumb::Status::ok) << reply.note;
  if (reply.status != plumb::Status::ok) return 1;
  const auto seen = trial->observe({"reach", "drop"});
  return seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect - 1;
}

TEST_F(CalculixShellRuns, CantileverLiesOnTheMasterCurve) {
  EXPECT_NEAR(aspect_error(cantilever(40), 1e-3), 0, 1e-5);
  EXPECT_NEAR(aspect_error(cantilever(40), 0.1), 0, 1e-5);
  EXPECT_NEAR(aspect_error(cantilever(40), 10), 0, 1e-4);
  EXPECT_NEAR(aspect_error(cantilever(40), 1000), 0, 5e-4);
  // The sheet is stretched by its weight: 3e-3 that no mesh removes.
  EXPECT_NEAR(aspect_error(cantilever(40), 1e4), 2.2e-3, 5e-4);
}

TEST_F(CalculixShellRuns, CantileverInOtherUnitsIsTheSame) {
  for (const double gamma : {0.1, 100.0}) {
    const double here = aspect_error(cantilever(20), gamma);
    EXPECT_NEAR(aspect_error(cantilever(20, {0.27, 1.08e6, 1200}), gamma), here, 2e-6);
    EXPECT_NEAR(aspect_error(cantilever(20, {1e-3, 2e11, 7800}), gamma), here, 2e-6);
    EXPECT_NEAR(aspect_error(cantilever(20, {1e3, 1e3, 1e-2}), gamma), here, 2e-6);
  }
}

judge::Scenario plate(double width, int n, double length = 1) {
  constexpr double h = 1e-3, nu = judge::lateral_buckling_nu;
  judge::Scenario s;
  s.ask(judge::BucklingPlate{{width, h, nu}, 0.2, 1e-4, 80});
  s.scales = {length, 12 * (1 - nu * nu) / (h * h * h), 1 / h};
  s.knobs.n = n;
  return s;
}

double lateral(const judge::Scenario& scenario, double gamma_star) {
  const auto trial = calculix_shell()->open(scenario);
  const judge::Reply reply = trial->advance({{"gamma_star", gamma_star}});
  EXPECT_EQ(reply.status, plumb::Status::ok) << reply.note;
  return reply.status == plumb::Status::ok ? trial->observe({"lateral"}).at("lateral") : NAN;
}

TEST_F(CalculixShellRuns, PlatesAreFlatBelowTheFrontierAndBuckledAboveIt) {
  for (const double width : {0.1, 0.5, 1.0}) {
    const double frontier = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
    EXPECT_LT(lateral(plate(width, 12), 10), 1e-6) << width;
    EXPECT_LT(lateral(plate(width, 12), 0.985 * frontier), 1e-5) << width;
    EXPECT_GT(lateral(plate(width, 12), 1.015 * frontier), 5e-4) << width;
    EXPECT_GT(lateral(plate(width, 12), 40), 0.1) << width;
  }
}

TEST_F(CalculixShellRuns, PlatesInOtherUnitsAreTheSame) {
  const double here = lateral(plate(0.3, 12), 20);
  EXPECT_GT(here, 1e-3);
  EXPECT_NEAR(lateral(plate(0.3, 12, 1e-3), 20), here, 1e-3 * here);
  EXPECT_NEAR(lateral(plate(0.3, 12, 1e3), 20), here, 1e-3 * here);
}

TEST_F(CalculixShellRuns, TheEigenvalueIsTheFrontier) {
  for (const double width : {0.1, 0.5, 1.0}) {
    const double frontier = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
    const CriticalWeight critical = critical_weight(plate(width, 20));
    ASSERT_EQ(critical.reply.status, plumb::Status::ok) << critical.reply.note;
    EXPECT_NEAR(critical.gamma_star, frontier, 0.01 * frontier) << width;
  }
}

}  // namespace
}  // namespace codes
