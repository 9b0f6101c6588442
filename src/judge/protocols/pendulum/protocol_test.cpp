#include <judge/protocols/protocol.h>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/motion_branches_test.h>
#include <judge/protocols/pendulum/swing.h>

namespace protocols {
judge::Protocol const* pendulum();
}

namespace judge {
namespace {

using testing::HasSubstr;

struct Rod {
  double time = 1, delay = 0, length = 1;
  double loss = 0;  ///< of the angle in a unit of time
};

Score judged(const Rod& rod, Sampling sampling = Sampling::quick) {
  const Protocol& protocol = *protocols::pendulum();
  return protocol.score(moved(protocol, sampling, [&](const Scenario& scenario, double t) {
    const double angle = swing_angle(scenario.regime.at("angle"), rod.time * (t - rod.delay)) * std::exp(-rod.loss * t);
    return Quantities{{"reach", rod.length * std::sin(angle)}, {"drop", rod.length * std::cos(angle)}};
  }));
}

TEST(Pendulum, of_a_rigid_rod_is_strictly_ok) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const Score score = judged({}, sampling);
    EXPECT_TRUE(score.strict_ok) << score.strict_reason;
    ASSERT_TRUE(score.worst);
    EXPECT_LT(score.worst->value, 1e-5);
  }
}

TEST(Pendulum, finds_what_is_wrong) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    EXPECT_THAT(judged({.time = std::sqrt(2)}, sampling).reason, HasSubstr("period")) << "mass at the end";
    EXPECT_THAT(judged({.time = 0.98}, sampling).strict_reason, HasSubstr("period"));
    EXPECT_TRUE(judged({.time = 0.98}, sampling).ok);
    EXPECT_THAT(judged({.loss = 0.02}, sampling).reason, HasSubstr("energy left"));
    EXPECT_THAT(judged({.delay = 0.1}, sampling).strict_reason, HasSubstr("first pass"));
    EXPECT_THAT(judged({.length = 1.06}, sampling).reason, HasSubstr("distance"));
    EXPECT_THAT(judged({.time = 0}, sampling).reason, HasSubstr("cannot be found")) << "it hangs in the air";
  }
}

TEST(Pendulum, ends_where_an_instant_has_no_answer) {
  const Protocol& protocol = *protocols::pendulum();
  const auto plan = protocol.plan(Sampling::quick);
  ASSERT_EQ(plan.size(), 3u);
  std::vector<BranchPoints> branches;
  for (const Scenario& scenario : plan) branches.push_back({scenario, {{plumb::Status::energy_drift, {{"t", 0.25}}}}});
  EXPECT_FALSE(protocol.next(plan[0], branches[0].points));
  const Score score = protocol.score(branches);
  EXPECT_THAT(score.reason, HasSubstr("Branch angle-30: there is no point at t = 0.25"));
  EXPECT_NO_THROW(protocol.picture(branches, score));
  EXPECT_NO_THROW(protocol.details(branches));
}

TEST(Pendulum, has_no_place_for_an_end_beyond_all_numbers) {
  const Protocol& protocol = *protocols::pendulum();
  const Scenario branch = protocol.plan(Sampling::quick).front();
  const Point point = protocol.measure(branch, Record{{{"t", 0.25}}, Reply(), {{"reach", 1.7e308}, {"drop", 1.7e308}}});
  EXPECT_EQ(point.status, plumb::Status::outside_domain);
  EXPECT_FALSE(point.values.contains("length"));
}

TEST(Pendulum, curve_has_elliptic_integrals) {
  const Curve& curve = *protocols::pendulum()->curve();
  EXPECT_NEAR(curve.rows({90}).at(0).at(2).value(), 1.180340599, 1e-9);
  EXPECT_EQ(curve.rows(curve.samples()).size(), 11u);
  EXPECT_THROW(curve.rows({180}), plumb::UserError);
  EXPECT_THROW(curve.rows({std::nan("")}), plumb::UserError);
}

}  // namespace
}  // namespace judge
