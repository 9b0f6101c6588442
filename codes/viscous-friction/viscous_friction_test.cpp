#include <gtest/gtest.h>

#include <cmath>

#include <codes/push/dynamic_push.h>
#include <codes/viscous-friction/viscous_step.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace codes {
namespace {

using plumb::FrictionOfSpeed;

judge::Scenario strip(double mu) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = 20;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

/// The velocity at the end of a step differs from the way over it by O(dt speed^2), which is to be small against v0.
PushSchedule hurried(double speed = 0.08, double dt = 4e-3) {
  return {.dt = dt, .speed = speed, .relaxation = 0.01, .bent = 1e-4, .tolerance = 1e-12};
}

TEST(ViscousFriction, CreepsInProportionToItsShareOfTheCone) {
  constexpr double kSpeed = 1e-3, kMu = 0.2;
  DynamicPush push(strip(kMu), hurried(0.08, 1e-3), viscous_steps({FrictionOfSpeed::viscous, kSpeed}));
  ASSERT_EQ(push.push_to(0.02), plumb::Status::ok);
  const DynamicPush::Seen before = push.seen();
  ASSERT_EQ(push.push_to(0.021), plumb::Status::ok);
  const DynamicPush::Seen after = push.seen();
  const double creep = (after.tip_shift - before.tip_shift) / ((after.eps_y - before.eps_y) / 0.08);
  EXPECT_NEAR(creep / (kSpeed * 0.5 * (before.Q / before.P + after.Q / after.P) / kMu), 1, 0.05);
}

TEST(ViscousFriction, MovesTheFartherTheSlowerItIsPushed) {
  const auto shift = [](double speed) {
    DynamicPush push(strip(0.2), hurried(speed, 1e-3), viscous_steps({FrictionOfSpeed::viscous, 2e-3}));
    EXPECT_EQ(push.push_to(0.02), plumb::Status::ok);
    return push.seen().tip_shift;
  };
  EXPECT_GT(shift(0.04) / shift(0.08), 1.3);
}

TEST(ViscousFriction, RegularisedItSlipsWhereTheElasticaSays) {
  DynamicPush push(strip(0.15), hurried(), viscous_steps({FrictionOfSpeed::regularised, 1e-4}));
  const double onset = judge::stick_slip_at_friction(0.15).eps_y;
  ASSERT_EQ(push.push_to(0.95 * onset), plumb::Status::ok);
  EXPECT_LT(std::abs(push.seen().tip_shift), 5e-4);
  ASSERT_EQ(push.push_to(onset + 0.03), plumb::Status::ok);
  EXPECT_GT(push.seen().tip_shift, 1e-3);
  EXPECT_LT(push.seen().Q / push.seen().P, 0.15 * 1.01);
}

TEST(ViscousFriction, LoadedItHasTheSameBits) {
  const auto push = [] { return DynamicPush(strip(0.2), hurried(), viscous_steps({FrictionOfSpeed::viscous, 1e-4})); };
  DynamicPush whole = push(), first = push(), second = push();
  ASSERT_EQ(whole.push_to(0.02), plumb::Status::ok);
  ASSERT_EQ(first.push_to(0.01), plumb::Status::ok);
  second.load(first.save());
  ASSERT_EQ(second.push_to(0.02), plumb::Status::ok);
  EXPECT_EQ(second.save(), whole.save());
}

}  // namespace
}  // namespace codes
