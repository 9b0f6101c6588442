// Errors made from a formula of the resolution, and the limit that they have.

#include <judge/verdict/convergence.h>

#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using testing::HasSubstr;

/// The rungs of n = 25 to 25 * 2^(count - 1), at two places; the second is twice as hard.
Limit limit_with(const std::function<double(double n)>& error, double noise = 0, int count = 5) {
  std::vector<std::vector<Deviation>> rungs;
  for (int r = 0; r < count; ++r) {
    const double n = 25 * std::exp2(r), sign = r % 2 == 0 ? 1 : -1;
    rungs.push_back({{"sweep", 1, error(n) / 2 + sign * noise, noise, "x = 1"},
                     {"sweep", 2, error(n) + sign * noise, noise, "x = 2"}});
  }
  return limit_of(rungs);
}

TEST(Convergence, of_a_right_code_of_any_order_is_to_the_right_limit) {
  for (const int order : {1, 2, 4}) {
    const Limit limit = limit_with([=](double n) { return std::pow(12 / n, order); });
    EXPECT_EQ(limit.kind, Convergence::right) << order;
    EXPECT_NEAR(limit.order, order, 0.01);
    EXPECT_NEAR(limit.value, 0, 1e-6);
  }
}

TEST(Convergence, to_half_a_percent_is_to_a_wrong_limit_though_each_rung_is_strictly_right) {
  const Limit limit = limit_with([](double n) { return 5e-3 + 1 / (n * n); });
  EXPECT_EQ(limit.kind, Convergence::wrong);
  EXPECT_NEAR(limit.value, 5e-3, 1e-5);
  EXPECT_LT(limit.uncertainty, 1e-4);
  EXPECT_THAT(limit.reason, HasSubstr("+0.5 %"));
}

TEST(Convergence, across_zero_is_no_fault) {
  EXPECT_EQ(limit_with([](double n) { return 1.6e-3 - 0.3 / n; }).kind, Convergence::right);
}

TEST(Convergence, with_growing_differences_is_none) {
  const Limit limit = limit_with([](double n) { return n / 1e5; });
  EXPECT_EQ(limit.kind, Convergence::none);
  EXPECT_NEAR(limit.order, -1, 0.01);
  EXPECT_EQ(limit_with([](double n) { return n / 1e7; }).kind, Convergence::right) << "the error is small";
}

TEST(Convergence, is_not_read_from_noise) {
  const Limit limit = limit_with([](double) { return 4e-3; }, 1e-3);
  EXPECT_EQ(limit.kind, Convergence::right) << "within 0.3 % and the noise";
  EXPECT_EQ(limit.order, 0);
  EXPECT_EQ(limit_with([](double) { return 2e-2; }, 1e-3).kind, Convergence::wrong);
}

TEST(Convergence, slow_but_right_is_not_called_wrong) {
  EXPECT_EQ(limit_with([](double n) { return 1 / n; }, 0, 3).kind, Convergence::right);
}

TEST(Convergence, of_two_rungs_is_unknown) {
  EXPECT_EQ(limit_with([](double n) { return 1 / n; }, 0, 2).kind, Convergence::unknown);
}

}  // namespace
}  // namespace judge
