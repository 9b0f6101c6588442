#include <gtest/gtest.h>

#include <codes/argus/argus_steps.h>
#include <codes/push/dynamic_push.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <plumb/step/energy_balance.h>

namespace codes {
namespace {

constexpr double kMu = 0.1;

judge::Scenario asked(int n) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, kMu, 1e-3});
  return scenario;
}

/// Four times as fast as the recipe's, in steps of 2 ms.
PushSchedule hurried() { return {.dt = 2e-3, .speed = 0.04, .relaxation = 0.01, .bent = 1e-4, .tolerance = 1e-12}; }

struct Onset {
  double eps_y = 0, P = 0;  ///< P: at the last load before
};
Onset onset(const MakePushStep& make) {
  DynamicPush push(asked(50), hurried(), make);
  Onset found;
  for (double eps_y = 0.04; eps_y < 0.06 && found.eps_y == 0; eps_y += 0.001) {
    EXPECT_EQ(push.push_to(eps_y), plumb::Status::ok);
    found.eps_y = push.seen().slips_from;
    if (found.eps_y == 0) found.P = push.seen().P;
  }
  return found;
}

/// The positive control of the bending law: hinges of D/4 bear a quarter of the force and slip at the same place.
TEST(Argus, SlipsWhereTheElasticaSaysWhateverItsBendingStiffness) {
  const judge::StickSlipPoint exact = judge::stick_slip_at_friction(kMu);
  const Onset quarter = onset(argus_fixed_steps(plumb::kBridsonHinge)),
              whole = onset(argus_fixed_steps(plumb::kStripHinge));
  // The speed makes it late by 0.002; a strip of D/4 is twice as slow.
  EXPECT_NEAR(quarter.eps_y / exact.eps_y, 1, 0.07);
  EXPECT_NEAR(whole.eps_y / exact.eps_y, 1, 0.07);
  EXPECT_NEAR(quarter.P / exact.P, 0.25, 0.005);
  EXPECT_NEAR(whole.P / exact.P, 1, 0.02);
}

/// The coarser the mesh, the more its first edges turn in a step. What they then seem to be stretched by is no force that
/// the clamp works against.
TEST(Argus, StepsOfOneIterationGainNoEnergyOnAnyMesh) {
  for (const int n : {12, 25}) {
    DynamicPush push(asked(n), hurried(), argus_fixed_steps());
    EXPECT_EQ(push.push_to(0.01), plumb::Status::ok);
    EXPECT_LT(plumb::gained_share(push.state().books), 1e-3) << n;
  }
}

TEST(Argus, AdaptsItsMeshAndGoesOnWithTheSameBits) {
  const auto push = [] { return DynamicPush(asked(25), hurried(), argus_steps({.refine_angle = 0.1})); };
  DynamicPush whole = push(), first = push(), second = push();
  const std::size_t n_points = whole.shape().size();
  ASSERT_EQ(whole.push_to(0.03), plumb::Status::ok);
  EXPECT_NE(whole.shape().size(), n_points);
  ASSERT_EQ(first.push_to(0.01), plumb::Status::ok);
  second.load(first.save());
  ASSERT_EQ(second.push_to(0.03), plumb::Status::ok);
  EXPECT_EQ(second.save(), whole.save());
  // Back to a kept state, on another mesh.
  ASSERT_EQ(second.push_to(0.02), plumb::Status::ok);
  ASSERT_EQ(first.push_to(0.02), plumb::Status::ok);
  EXPECT_EQ(second.shape(), first.shape());
}

TEST(Argus, RefusesStatesOfOtherStrips) {
  DynamicPush push(asked(25), hurried(), argus_steps()), other(asked(10), hurried(), argus_steps());
  EXPECT_THROW(push.load(other.save()), plumb::UserError);
}

}  // namespace
}  // namespace codes
