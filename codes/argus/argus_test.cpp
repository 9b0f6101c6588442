#include <gtest/gtest.h>

#include <cmath>

#include <codes/argus/adaptive_push.h>
#include <codes/push/dynamic_push.h>
#include <codes/push/exact_step.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <judge/question/code.h>

namespace codes {
judge::Code const* argus();
namespace {

constexpr double kMu = 0.15;
constexpr int kCells = 25;

judge::Scenario asked(double mu = kMu, int n = kCells) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

/// Four times as fast as the recipe's, in steps of 2 ms.
PushSchedule hurried() { return {.dt = 2e-3, .speed = 0.04, .relaxation = 0.01, .bent = 1e-4, .tolerance = 1e-12}; }

TrianglePlate hinges(double factor) {
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;
  plate.hinge_factor = factor;
  return plate;
}

MakePushStep fixed(double hinge_factor, plumb::StepSolve solve = plumb::StepSolve::one_convex_iteration) {
  return exact_steps([=](const StripToPush& strip) { return shell_strip(strip, hinges(hinge_factor)); },
                     {.solve = solve});
}

MakePushStep adaptive(const Adaptivity& adaptivity = {}) {
  return [=](const StripToPush& strip, const PushSchedule& schedule) {
    return std::make_unique<AdaptivePushStep>(strip, schedule, hinges(plumb::kBridsonHinge), adaptivity);
  };
}

struct Onset {
  double eps_y = 0, P = 0;  ///< P: at the last load before
};
Onset onset(const MakePushStep& make) {
  DynamicPush push(asked(), hurried(), make);
  Onset found;
  for (double eps_y = 0.05; eps_y < 0.2 && found.eps_y == 0; eps_y += 0.002) {
    EXPECT_EQ(push.push_to(eps_y), plumb::Status::ok);
    found.eps_y = push.seen().slips_from;
    if (found.eps_y == 0) found.P = push.seen().P;
  }
  return found;
}

/// The positive control of the bending law: hinges of D/4 bear a quarter of the force and slip at the same place.
TEST(Argus, SlipsWhereTheElasticaSaysWhateverItsBendingStiffness) {
  const judge::StickSlipPoint exact = judge::stick_slip_at_friction(kMu);
  const Onset quarter = onset(fixed(plumb::kBridsonHinge)), whole = onset(fixed(plumb::kStripHinge));
  EXPECT_NEAR(quarter.eps_y / exact.eps_y, 1, 0.02);
  EXPECT_NEAR(whole.eps_y / exact.eps_y, 1, 0.02);
  EXPECT_NEAR(quarter.P / exact.P, 0.25, 0.01);
  EXPECT_NEAR(whole.P / exact.P, 1, 0.04);
}

/// What one iteration leaves of each step does not move the onset.
TEST(Argus, SlipsWhereTheConvergedStepDoes) {
  const Onset one = onset(fixed(plumb::kBridsonHinge)),
              converged = onset(fixed(plumb::kBridsonHinge, plumb::StepSolve::until_converged));
  EXPECT_NEAR(one.eps_y / converged.eps_y, 1, 0.01);
}

TEST(Argus, AdaptsItsMeshAndGoesOnWithTheSameBits) {
  const auto push = [] { return DynamicPush(asked(), hurried(), adaptive()); };
  DynamicPush whole = push(), first = push(), second = push();
  const std::size_t n_points = whole.shape().size();
  ASSERT_EQ(whole.push_to(0.03), plumb::Status::ok);
  EXPECT_NE(whole.shape().size(), n_points);
  EXPECT_LT(std::abs(whole.seen().tip_shift), 1e-9) << "it sticks";
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
  DynamicPush push(asked(), hurried(), adaptive()), other(asked(kMu, 10), hurried(), adaptive());
  EXPECT_THROW(push.load(other.save()), plumb::UserError);
}

}  // namespace
}  // namespace codes
