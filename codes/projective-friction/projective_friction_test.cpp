// Friction in Projective Dynamics is Coulomb's law where its iterations come to rest; before that, a sticking tip creeps.

#include <gtest/gtest.h>

#include <cmath>

#include <codes/projective-friction/projective_push.h>
#include <codes/push/dynamic_push.h>
#include <judge/question/code.h>

namespace codes {
judge::Code const* projective_friction();
namespace {

judge::Scenario strip(double mu, int n = 12) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

PushSchedule hurried() { return {.dt = 1e-3, .speed = 0.16, .bent = 5e-3}; }

MakePushStep projective(int iterations) {
  return [iterations](const StripToPush& of, const PushSchedule& schedule) {
    return std::make_unique<ProjectivePushStep>(of, schedule, iterations);
  };
}

TEST(ProjectiveFriction, AHeldTipCreepsLessTheMoreItIterates) {
  double before = HUGE_VAL;
  for (const int iterations : {5, 40, 320}) {
    DynamicPush push(strip(1), hurried(), projective(iterations));
    ASSERT_EQ(push.push_to(0.015), plumb::Status::ok);
    const double crept = std::abs(push.seen().tip_shift);
    std::printf("%d iterations: the tip crept by %.2e L, worst residual %.1e\n", iterations, crept,
                push.seen().residual);
    EXPECT_LT(crept, 0.2 * before) << iterations;
    before = crept;
  }
  EXPECT_LT(before, 1e-4);
}

TEST(ProjectiveFriction, LoadedItHasTheSameBits) {
  const auto push = [] { return DynamicPush(strip(0.2), hurried(), projective(10)); };
  DynamicPush whole = push(), first = push(), second = push();
  ASSERT_EQ(whole.push_to(0.02), plumb::Status::ok);
  ASSERT_EQ(first.push_to(0.01), plumb::Status::ok);
  second.load(first.save());
  ASSERT_EQ(second.push_to(0.02), plumb::Status::ok);
  EXPECT_EQ(second.save(), whole.save());
}

TEST(ProjectiveFriction, RefusesWhatItIsNotAsked) {
  judge::Scenario other;
  other.ask(judge::ClampedStrip{{0.1, 1e-3, 0}, {}});
  EXPECT_THROW(projective_friction()->open(other), plumb::UserError);
}

}  // namespace
}  // namespace codes
