// AUTO-07p itself, against the master curves.

#include <cmath>

#include <gtest/gtest.h>

#include <codes/auto-07p/continuation.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace codes {
judge::Code const* auto_07p();
namespace {

class Auto07pRuns : public testing::Test {
  void SetUp() override {
    if (const std::string missing = auto_07p()->missing(); !missing.empty()) GTEST_SKIP() << missing;
  }
};

TEST_F(Auto07pRuns, CantileverIsTheMasterCurve) {
  judge::Scenario scenario;
  scenario.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  const auto trial = auto_07p()->open(scenario);
  for (const double gamma : {1e-3, 0.1, 1.0, 10.0, 100.0, 1000.0, 1e4}) {
    const judge::Reply reply = trial->advance({{"gamma", gamma}});
    ASSERT_EQ(reply.status, plumb::Status::ok) << reply.note;
    const auto seen = trial->observe({"reach", "drop"});
    const judge::CantileverPoint curve = judge::cantilever_curve(gamma);
    EXPECT_NEAR(seen.at("reach") / curve.x, 1, 1e-8) << gamma;
    EXPECT_NEAR(seen.at("drop") / curve.y, 1, 1e-8) << gamma;
  }
}

TEST_F(Auto07pRuns, CantileverArrivesAtEveryLoadOfThePlan) {
  AutoContinuation continuation(cantilever_problem());
  for (const double gamma : judge::cantilever_samples()) {
    const judge::Reply reply = continuation.run_to(std::log(gamma), 40, 1e-10);
    ASSERT_EQ(reply.status, plumb::Status::ok) << gamma << ": " << reply.note;
    EXPECT_NEAR(continuation.branch().back()[1] / judge::cantilever_curve(gamma).x, 1, 1e-7) << gamma;
  }
}

TEST_F(Auto07pRuns, ForcesOfStickSlipAreTheMasterCurve) {
  AutoContinuation continuation(stick_slip_problem());
  for (const double eps_y : {1e-4, 1.0 / 60, 0.05, 0.1, 0.2, 0.3, 0.33}) {
    const judge::Reply reply = continuation.run_to(eps_y, 40, 1e-10);
    ASSERT_EQ(reply.status, plumb::Status::ok) << reply.note;
    const auto& end = continuation.branch().back();
    const judge::StickSlipPoint curve = judge::stick_slip_curve(eps_y);
    EXPECT_NEAR(end[1] / curve.P, 1, 1e-8) << eps_y;
    EXPECT_NEAR(end[2] / curve.Q, 1, 1e-7) << eps_y;
    EXPECT_NEAR(end[3] / curve.tip, 1, 1e-7) << eps_y;
  }
}

TEST_F(Auto07pRuns, TheTipSlipsWhereTheMasterCurveSays) {
  for (const double mu : {0.05, 0.2, 0.35}) {
    judge::Scenario scenario;
    scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
    const double frontier = judge::stick_slip_at_friction(mu).eps_y;
    const auto trial = auto_07p()->open(scenario);
    for (const double side : {1 - 1e-6, 1 + 1e-6}) {
      ASSERT_EQ(trial->advance({{"eps_y", side * frontier}}).status, plumb::Status::ok);
      EXPECT_EQ(trial->observe({"tip_shift"}).at("tip_shift"), side < 1 ? 0 : 1) << mu;
    }
    // Beyond the curve's end it has slipped long ago.
    ASSERT_EQ(trial->advance({{"eps_y", 0.35}}).status, plumb::Status::ok);
    EXPECT_EQ(trial->observe({"tip_shift"}).at("tip_shift"), 1) << mu;
  }
}

TEST_F(Auto07pRuns, OnRoughGroundTheStripLiesDown) {
  judge::Scenario scenario;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, 1, 1e-3});
  const auto trial = auto_07p()->open(scenario);
  EXPECT_EQ(trial->advance({{"eps_y", 0.4}}).status, plumb::Status::outside_domain);
}

}  // namespace
}  // namespace codes
