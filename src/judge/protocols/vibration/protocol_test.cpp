#include <judge/protocols/protocol.h>

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/motion_branches_test.h>
#include <judge/protocols/vibration/cantilever_modes.h>

namespace protocols {
judge::Protocol const* vibration();
}

namespace judge {
namespace {

using testing::HasSubstr;

struct Strip {
  double time = 1, weight = 1, damping = 0, delay = 0, middle = 1;
};

Quantities seen(const Strip& strip, const Scenario& scenario, double t) {
  const double gamma = strip.weight * scenario.regime.at("gamma");
  const auto drop = [&](double s) {
    const double now = strip.time * (t - strip.delay);
    const double swings = released_strip(gamma, s, now);
    const double rest = gamma * s * s * (s * s - 4 * s + 6) / 24;
    return rest + (swings - rest) * std::exp(-strip.damping * t);
  };
  return {{"drop", drop(1)}, {"middle_drop", strip.middle * drop(0.5)}};
}

Score judged(const Strip& strip, Sampling sampling = Sampling::quick) {
  const Protocol& protocol = *protocols::vibration();
  return protocol.score(
      moved(protocol, sampling, [&](const Scenario& scenario, double t) { return seen(strip, scenario, t); }));
}

TEST(Vibration, of_the_exact_strip_is_strictly_ok) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const Score score = judged({}, sampling);
    EXPECT_TRUE(score.strict_ok) << score.strict_reason;
    ASSERT_TRUE(score.worst);
    EXPECT_LT(score.worst->value, 1e-4);
    EXPECT_EQ(score.deviations.size(), 8u);
  }
}

TEST(Vibration, finds_what_is_wrong) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    EXPECT_THAT(judged({.time = 2}, sampling).reason, HasSubstr("frequency is 100 % off")) << "mass a quarter";
    EXPECT_THAT(judged({.time = 0.985}, sampling).strict_reason, HasSubstr("frequency is 1.5 % off"));
    EXPECT_TRUE(judged({.time = 0.985}, sampling).ok);
    EXPECT_THAT(judged({.weight = 2}, sampling).reason, testing::AnyOf(HasSubstr("drop about"), HasSubstr("swing")));
    EXPECT_THAT(judged({.damping = 0.05}, sampling).reason, HasSubstr("energy left after a period is 16.4 % off"));
    EXPECT_THAT(judged({.damping = -0.05}, sampling).reason, HasSubstr("energy")) << "it gains energy";
    EXPECT_THAT(judged({.delay = 0.04}, sampling).strict_reason, HasSubstr("beginning"));
    EXPECT_THAT(judged({.middle = 1.1}, sampling).reason, HasSubstr("shape"));
  }
}

TEST(Vibration, ends_where_an_instant_has_no_answer) {
  const Protocol& protocol = *protocols::vibration();
  const Scenario branch = protocol.plan(Sampling::quick).front();
  std::vector<Point> points{{plumb::Status::ok, {{"t", 0.08}, {"drop", 0}, {"middle_drop", 0}}}};
  EXPECT_TRUE(protocol.next(branch, points));
  points.push_back({plumb::Status::not_converged, {{"t", 0.16}}});
  EXPECT_FALSE(protocol.next(branch, points));
  const Score score = protocol.score({{branch, points}});
  EXPECT_FALSE(score.ok);
  EXPECT_THAT(score.reason, HasSubstr("no point at t = 0.16"));
  EXPECT_NO_THROW(protocol.picture({{branch, points}}, score));
  EXPECT_NO_THROW(protocol.details({{branch, points}}));
}

TEST(Vibration, survives_numbers_that_are_no_motion) {
  const Protocol& protocol = *protocols::vibration();
  for (const double size : {0.0, 1.0, 1e300}) {
    const auto branches = moved(protocol, Sampling::quick, [size](const Scenario&, double) {
      return Quantities{{"drop", size}, {"middle_drop", -size}};
    });
    const Score score = protocol.score(branches);
    EXPECT_FALSE(score.ok) << size;
    EXPECT_NO_THROW(protocol.picture(branches, score));
  }
}

TEST(Vibration, curve_is_that_of_the_modes) {
  const Curve& curve = *protocols::vibration()->curve();
  const auto rows = curve.rows(curve.samples());
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_NEAR(rows[0][1].value(), 3.516015, 1e-6);
  EXPECT_THROW(curve.rows({0}), plumb::UserError);
  EXPECT_THROW(curve.rows({1.5}), plumb::UserError);
  EXPECT_THROW(curve.rows({std::nan("")}), plumb::UserError);
}

}  // namespace
}  // namespace judge
