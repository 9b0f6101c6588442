#include <judge/protocols/vibration/oscillations.h>

#include <cmath>

#include <gtest/gtest.h>

namespace judge {
namespace {

/// Two oscillations about a mean, the second of which decays.
double motion(double t, double factor) {
  return 0.7 * factor - factor * std::cos(3.5 * t) + 0.02 * std::exp(-0.4 * t) * std::sin(22 * t + 0.3);
}

std::vector<std::vector<double>> channels(int n, double first, double step, double noise = 0) {
  std::vector<std::vector<double>> all(2);
  for (int i = 0; i < n; ++i) {
    const double t = first + i * step;
    all[0].push_back(motion(t, 1) + noise * std::sin(1e4 * t));
    all[1].push_back(motion(t, 0.34));
  }
  return all;
}

TEST(Oscillations, are_found_without_a_guess) {
  const auto found = oscillations_of(channels(60, 0.08, 0.08), 0.08, 0.08);
  ASSERT_TRUE(found);
  ASSERT_GE(found->parts.size(), 2u);
  EXPECT_NEAR(found->rest[0], 0.7, 1e-8);
  EXPECT_NEAR(found->rest[1], 0.34 * 0.7, 1e-8);
  const Oscillation &slow = found->parts[0], &fast = found->parts[1];
  EXPECT_NEAR(slow.frequency, 3.5, 1e-8);
  EXPECT_NEAR(slow.decay, 0, 1e-8);
  EXPECT_NEAR(2 * std::abs(slow.amplitude[0]), 1, 1e-8);
  EXPECT_NEAR(std::abs(std::arg(slow.amplitude[0])), M_PI, 1e-8) << "-cos";
  EXPECT_NEAR((slow.amplitude[1] / slow.amplitude[0]).real(), 0.34, 1e-8);
  EXPECT_NEAR(fast.frequency, 22, 1e-6);
  EXPECT_NEAR(fast.decay, 0.4, 1e-6);
  EXPECT_NEAR(2 * std::abs(fast.amplitude[0]), 0.02, 1e-7) << "at t = 0";
}

TEST(Oscillations, come_with_noise_no_worse_than_it) {
  const auto found = oscillations_of(channels(60, 0.08, 0.08, 1e-4), 0.08, 0.08);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->parts.at(0).frequency, 3.5, 1e-3);
  EXPECT_NEAR(found->parts.at(1).frequency, 22, 0.1);
}

TEST(Oscillations, need_a_motion) {
  EXPECT_FALSE(oscillations_of({}, 0, 1));
  EXPECT_FALSE(oscillations_of({{1, 2, 3}}, 0, 1)) << "too few";
  EXPECT_FALSE(oscillations_of({std::vector<double>(60, 0)}, 0, 1)) << "nothing at all";
  const auto still = oscillations_of({std::vector<double>(60, 3)}, 0, 1);
  ASSERT_TRUE(still);
  EXPECT_NEAR(still->rest[0], 3, 1e-12);
}

}  // namespace
}  // namespace judge
