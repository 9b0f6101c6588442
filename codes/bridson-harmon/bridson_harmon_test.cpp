// A velocity filter is Coulomb's law on contacts that give way.

#include <gtest/gtest.h>

#include <cmath>

#include <codes/bridson-harmon/filtered_push.h>
#include <codes/push/dynamic_push.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <judge/question/code.h>

namespace codes {
judge::Code const* bridson_harmon();
namespace {

constexpr int kCells = 25;

judge::Scenario strip(double mu) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = kCells;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

/// Eight times as fast as the recipe's.
PushSchedule hurried(double dt) { return {.dt = dt, .speed = 0.08, .relaxation = 0.01, .bent = 5e-3}; }

std::unique_ptr<PushStep> filtered(const StripToPush& of, const PushSchedule& schedule) {
  return std::make_unique<FilteredPushStep>(of, schedule, arcsim_strip);
}

/// The tip is held where it is, and the strip has the forces of one whose tip is P dt (dt + tau)/m lower.
TEST(BridsonHarmon, TheTipGivesWayByItsMass) {
  const double dt = 5e-4, mass = 0.5 / kCells;  // half a cell, in rho A L
  DynamicPush push(strip(1), hurried(dt), filtered);
  ASSERT_EQ(push.push_to(0.1), plumb::Status::ok);
  const DynamicPush::Seen seen = push.seen();
  EXPECT_LT(std::abs(seen.tip_shift), 1e-12);
  const double given = seen.P * dt * (dt + 0.01) / mass;
  EXPECT_GT(given, 1e-3);
  const double ratio = judge::stick_slip_curve(seen.eps_y - given).ratio;
  EXPECT_NEAR(seen.Q / seen.P / ratio, 1, 0.02);
}

TEST(BridsonHarmon, SlipsNearWhereTheElasticaSays) {
  const double exact = judge::stick_slip_at_friction(0.15).eps_y;
  DynamicPush push(strip(0.15), hurried(5e-4), filtered);
  while (push.seen().slips_from == 0 && push.seen().eps_y < 2 * exact) {
    ASSERT_EQ(push.push_to(push.seen().eps_y + 0.01), plumb::Status::ok);
  }
  EXPECT_NEAR(push.seen().slips_from / exact, 1, 0.06);
}

TEST(BridsonHarmon, LoadedItHasTheSameBits) {
  const auto push = [] { return DynamicPush(strip(0.2), hurried(1e-3), filtered); };
  DynamicPush whole = push(), first = push(), second = push();
  ASSERT_EQ(whole.push_to(0.02), plumb::Status::ok);
  ASSERT_EQ(first.push_to(0.01), plumb::Status::ok);
  second.load(first.save());
  ASSERT_EQ(second.push_to(0.02), plumb::Status::ok);
  EXPECT_EQ(second.save(), whole.save());
}

TEST(BridsonHarmon, RefusesWhatItIsNotAsked) {
  judge::Scenario other;
  other.ask(judge::ClampedStrip{{0.1, 1e-3, 0}, {}});
  EXPECT_THROW(bridson_harmon()->open(other), plumb::UserError);
}

}  // namespace
}  // namespace codes
