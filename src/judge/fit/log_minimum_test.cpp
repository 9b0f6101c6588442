#include <judge/fit/log_minimum.h>

#include <cmath>

#include <gtest/gtest.h>

namespace judge {
namespace {

Objective counted(const std::function<double(double)>& f, int& n) {
  return [&n, f](double value) {
    ++n;
    return std::optional(f(value));
  };
}

/// The score of a curve that is shifted on logarithmic axes has a corner at its minimum.
TEST(LogMinimum, finds_a_corner_to_the_tolerance_wherever_it_is) {
  for (const double place : {0.011, 0.25, 1.0, 7.7}) {
    int n = 0;
    const SearchRange range{0.01, 10, 9, 0.01};
    const auto found = log_minimum(counted([&](double v) { return 0.02 + std::abs(std::log(v / place)); }, n), range);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->best.value / place, 1, 0.01);
    EXPECT_LE(n, n_values(range));
    EXPECT_EQ(found->samples.size(), static_cast<std::size_t>(n));
    EXPECT_LT(found->low, place);
    EXPECT_GT(found->high, place);
    EXPECT_LT(found->high / found->low, 1.1);
    EXPECT_FALSE(found->flat);
    EXPECT_FALSE(found->at_end);
  }
}

TEST(LogMinimum, says_that_the_best_is_at_the_end) {
  int n = 0;
  for (const double sign : {1.0, -1.0}) {
    const auto found = log_minimum(counted([&](double v) { return 5 + sign * std::log(v); }, n), {0.1, 10, 5, 0.01});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->at_end);
    EXPECT_NEAR(std::log(found->best.value), -sign * std::log(10), 0.01);
  }
}

TEST(LogMinimum, says_that_the_parameter_hardly_matters) {
  int n = 0;
  const auto found = log_minimum(counted([](double v) { return 0.5 + 1e-3 * std::sin(v); }, n), {0.1, 10, 5, 0.1});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->flat);
  EXPECT_EQ(found->low, 0.1);
  EXPECT_EQ(found->high, 10);
}

TEST(LogMinimum, goes_round_values_without_a_score_and_stops_when_asked) {
  int n = 0;
  const auto half = [](double v) { return v > 1 ? HUGE_VAL : std::abs(std::log(v / 0.5)) + 1; };
  const auto found = log_minimum(counted(half, n), {0.1, 10, 9, 0.01});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->best.value, 0.5, 0.01);
  int left = 7;
  EXPECT_FALSE(log_minimum([&](double v) { return left-- > 0 ? std::optional(v) : std::nullopt; }, {0.1, 10, 5, 0.01}));
  EXPECT_EQ(left, -1);
}

}  // namespace
}  // namespace judge
