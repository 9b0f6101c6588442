#include <gtest/gtest.h>

#include <cmath>

#include <codes/push/dynamic_push.h>
#include <codes/push/exact_step.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace codes {
namespace {

judge::Scenario strip(double mu, int n = 30, judge::Scales scales = {1, 12 / (1e-9 * 0.1), 1e4}) {
  judge::Scenario scenario;
  scenario.scales = scales;
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

/// Eight times as fast as the card's, in steps eight times as long.
PushSchedule hurried() { return {.dt = 4e-3, .speed = 0.08, .relaxation = 0.01, .bent = 1e-4, .tolerance = 1e-12}; }

DynamicPush helix_push(const judge::Scenario& scenario, const PushSchedule& schedule) {
  return {scenario, schedule, exact_steps(super_helix_strip)};
}

/// Returns eps_y of the first step that does not stick.
double onset(const judge::Scenario& scenario, const PushSchedule& schedule) {
  DynamicPush push = helix_push(scenario, schedule);
  for (double eps_y = 0.01; eps_y < 0.4; eps_y += 0.01) {
    EXPECT_EQ(push.push_to(eps_y), plumb::Status::ok);
    if (push.seen().slips_from > 0) return push.seen().slips_from;
  }
  return 0;
}

TEST(SoBogus, SlipsWhereTheElasticaSays) {
  EXPECT_NEAR(onset(strip(0.2), hurried()) / judge::stick_slip_at_friction(0.2).eps_y, 1, 0.02);
}

TEST(SoBogus, PushesWithTheForcesOfTheElastica) {
  DynamicPush push = helix_push(strip(0.35), hurried());
  ASSERT_EQ(push.push_to(0.1), plumb::Status::ok);
  const DynamicPush::Seen seen = push.seen();
  const judge::StickSlipPoint exact = judge::stick_slip_curve(seen.eps_y);
  EXPECT_NEAR(seen.P / exact.P, 1, 0.01);
  EXPECT_NEAR(seen.Q / exact.Q, 1, 0.01);
  EXPECT_LT(std::abs(seen.tip_shift), 1e-12);
  EXPECT_LT(seen.residual, 1e-12);
}

TEST(SoBogus, TheWayItIsBentAtFirstDoesNotMatter) {
  PushSchedule other = hurried();
  other.bent = 2.5e-5;
  EXPECT_NEAR(onset(strip(0.1), other) / onset(strip(0.1), hurried()), 1, 2e-3);
}

TEST(SoBogus, NeitherDoTheStiffnessOrTheUnits) {
  EXPECT_NEAR(onset(strip(0.1, 30, {0.25, 3e9, 900}), hurried()) / onset(strip(0.1), hurried()), 1, 1e-6);
}

TEST(SoBogus, TakenUpOrLoadedItHasTheSameBits) {
  const auto straight_through = [](double eps_y) {
    DynamicPush push = helix_push(strip(0.35), hurried());
    EXPECT_EQ(push.push_to(eps_y), plumb::Status::ok);
    return push.save();
  };
  DynamicPush push = helix_push(strip(0.35), hurried());
  ASSERT_EQ(push.push_to(0.05), plumb::Status::ok);
  DynamicPush loaded = helix_push(strip(0.35), hurried());
  loaded.load(push.save());
  ASSERT_EQ(loaded.push_to(0.06), plumb::Status::ok);
  EXPECT_EQ(loaded.save(), straight_through(0.06));
  ASSERT_EQ(push.push_to(0.04), plumb::Status::ok);
  EXPECT_EQ(push.shape(), [] {
    DynamicPush direct = helix_push(strip(0.35), hurried());
    EXPECT_EQ(direct.push_to(0.04), plumb::Status::ok);
    return direct.shape();
  }());
}

}  // namespace
}  // namespace codes
