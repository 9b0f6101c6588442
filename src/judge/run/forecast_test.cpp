// Synthetic ladders on a clock of their own: the forecast is within a factor of 2 once a rung is behind.

#include <judge/run/forecast.h>

#include <cmath>

#include <gtest/gtest.h>

namespace judge {
namespace {

constexpr double kToStart = 0.5;  // s, of the program on each rung

struct Synthetic {
  double growth;   ///< of the cost from rung to rung
  double heavier;  ///< the last load of a rung over its first
};

/// Returns the seconds of load i of n on a rung.
double cost(const Synthetic& ladder, int rung, int i, int n) {
  return 0.02 * std::pow(ladder.growth, rung + 2) * std::pow(ladder.heavier, static_cast<double>(i) / (n - 1));
}

/// Checks every forecast from a rung on against what is really left.
void is_within_a_factor_of_two(const Synthetic& ladder, int first) {
  constexpr int n = 30, last = 2;
  double clock = 0, whole = 0;
  for (int rung = -2; rung <= last; ++rung)
    for (int i = 0; i < n; ++i) whole += cost(ladder, rung, i, n) + (i == 0 ? kToStart : 0);
  Forecast forecast([&] { return clock; });
  for (int rung = -2; rung <= last; ++rung) {
    for (int i = 0; i < n; ++i) {
      if (i == 0) clock += kToStart;
      clock += cost(ladder, rung, i, n);
      Step step;
      step.seconds = cost(ladder, rung, i, n);
      step.rung = rung;
      step.last_rung = last;
      step.done = i + 1;
      step.total = n;
      const auto left = forecast.left(step);
      ASSERT_TRUE(left);
      const double really = whole - clock;
      if (rung < first || really < 0.01 * whole) continue;
      EXPECT_LT(*left, 2 * really) << "rung " << rung << ", load " << i << ", growth " << ladder.growth;
      EXPECT_GT(*left, really / 2) << "rung " << rung << ", load " << i << ", growth " << ladder.growth;
    }
  }
}

TEST(Forecast, of_a_ladder_of_rods_is_within_a_factor_of_two) {
  is_within_a_factor_of_two({2, 1}, -1);
  is_within_a_factor_of_two({2, 20}, -1);
}

TEST(Forecast, of_a_ladder_of_plates_is_so_once_two_rungs_are_behind) {
  is_within_a_factor_of_two({5, 1}, 0);
  is_within_a_factor_of_two({5, 10}, 0);
}

TEST(Forecast, of_a_run_is_that_of_the_rate_so_far) {
  double clock = 0;
  Forecast forecast([&] { return clock; });
  Step step;
  step.seconds = 1;
  step.total = 10;
  for (step.done = 1; step.done < 10; ++step.done) {
    clock += 1;
    EXPECT_NEAR(forecast.left(step).value(), 10 - step.done, 1e-12);
  }
}

TEST(Forecast, does_not_count_what_was_read_from_an_earlier_run) {
  double clock = 0;
  Forecast forecast([&] { return clock; });
  Step step;
  step.total = 100;
  step.done = 90;
  step.resumed = true;
  EXPECT_FALSE(forecast.left(step));
  step.resumed = false;
  step.seconds = 2;
  step.done = 91;
  clock = 2;
  EXPECT_NEAR(forecast.left(step).value(), 18, 1e-12);
}

TEST(Forecast, learns_how_much_a_rung_costs_from_the_two_before) {
  double clock = 0;
  Forecast forecast([&] { return clock; });
  const auto whole_rung = [&](int rung, double seconds) {
    clock += seconds;
    Step step;
    step.seconds = seconds;
    step.rung = rung;
    step.last_rung = 2;
    step.done = step.total = 1;
    return forecast.left(step).value();
  };
  whole_rung(-2, 1);
  whole_rung(-1, 4);
  EXPECT_NEAR(whole_rung(0, 16), 64 + 256, 1e-9);
  EXPECT_NEAR(whole_rung(1, 64), 256, 1e-9);
}

}  // namespace
}  // namespace judge
