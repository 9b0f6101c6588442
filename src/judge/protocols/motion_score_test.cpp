#include <judge/protocols/motion_score.h>

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/sampled_motion.h>

namespace judge {
namespace {

using testing::HasSubstr;

Score score_of(double period, double energy = 1) {
  return score_motion({{"the period", period, 2, 1e-6, 90, "90°"}, {"the energy left", energy}}, "");
}

TEST(MotionScore, passes_what_is_within_its_limits) {
  EXPECT_TRUE(score_of(2.01).strict_ok);
  const Score some = score_of(2.03);
  EXPECT_TRUE(some.ok);
  EXPECT_FALSE(some.strict_ok);
  EXPECT_THAT(some.strict_reason, HasSubstr("The period is 1.5 % off at 90°"));
  EXPECT_FALSE(score_of(2.2).ok);
  EXPECT_FALSE(score_of(2, 0.5).ok);
  EXPECT_THAT(score_of(2, 0.5).reason, HasSubstr("The energy left is 50 % off"));
}

TEST(MotionScore, is_ko_for_a_number_that_the_motion_does_not_have) {
  const Score score = score_of(std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(score.ok);
  EXPECT_THAT(score.reason, HasSubstr("cannot be found"));
  ASSERT_TRUE(score.worst);
  EXPECT_TRUE(std::isfinite(score.worst->value) && std::isfinite(score.worst->at.y));
  EXPECT_FALSE(score_motion({}, "").ok);
  EXPECT_EQ(score_motion({}, "It broke.").reason, "It broke.");
}

TEST(MotionScore, tells_each_number_with_its_sign_for_a_ladder) {
  const Score score = score_of(1.99);
  ASSERT_EQ(score.deviations.size(), 2u);
  EXPECT_EQ(score.deviations[0].branch, "the period");
  EXPECT_NEAR(score.deviations[0].error, -0.005, 1e-12);
}

TEST(MotionScore, misses_instants_that_failed_or_were_never_reached) {
  const std::vector<Load> planned = instants(0.5, 2);
  ASSERT_EQ(planned.size(), 4u);
  EXPECT_DOUBLE_EQ(planned.back().at("t"), 2);
  BranchPoints branch;
  branch.scenario.branch = "released";
  for (const Load& load : planned) branch.points.push_back({plumb::Status::ok, load.values});
  EXPECT_EQ(missing_instants(branch, planned), "");
  branch.points[2].status = plumb::Status::not_converged;
  EXPECT_THAT(missing_instants(branch, planned), HasSubstr("released: there is no point at t = 1.5"));
  branch.points.resize(1);
  EXPECT_THAT(missing_instants(branch, planned), HasSubstr("t = 1."));
}

TEST(SampledMotion, is_read_between_its_values) {
  constexpr double step = 0.3;
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back(2 * std::cos(i * step));
  const SampledMotion motion(values, step);
  for (const double t : {0.1, 1.0, 5.55, 11.6}) EXPECT_NEAR(motion.at(t), 2 * std::cos(t), 3e-6) << t;
  const auto zeros = motion.zeros();
  ASSERT_EQ(zeros.size(), 4u);
  for (std::size_t k = 0; k < zeros.size(); ++k) {
    EXPECT_NEAR(zeros[k], (static_cast<double>(k) + 0.5) * M_PI, 1e-6);
  }
  EXPECT_NEAR(motion.largest(zeros[1], zeros[2]), 2, 1e-3);
}

TEST(SampledMotion, has_no_jumps_of_a_turn) {
  std::vector<double> angles;
  for (int i = 0; i < 50; ++i) angles.push_back(std::remainder(0.4 * i, 2 * M_PI));
  unwrap(angles);
  EXPECT_NEAR(angles.back(), 0.4 * 49, 1e-12);
}

}  // namespace
}  // namespace judge
