#pragma once

// What every rod code must show of its shape.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <judge/question/code.h>

namespace codes {

/// The shape runs from the clamp to where the free end is said to be, and is about as long as the rod.
inline void shows_its_centreline(const judge::Code& code, int n_elements) {
  for (const double turns : {0.5, 10.0}) {
    judge::Scenario s;
    s.ask(judge::HangingCurl{5e-4, 0.5, turns, 1e-3});
    s.scales = {0.7, 3e6, 1100};
    s.knobs.n = n_elements;
    const auto trial = code.open(s);
    const double x = std::cbrt(5) / (2 * std::numbers::pi * turns);
    ASSERT_EQ(trial->advance({{"x", x}, {"gamma", 5}}).status, plumb::Status::ok);
    const std::vector<double> shape = trial->shape();
    ASSERT_EQ(shape.size() % 3, 0u);
    const std::size_t n = shape.size() / 3;
    EXPECT_EQ(n, turns < 1 ? 61u : 201u) << "twenty a turn, sixty at least";
    double length = 0;
    for (std::size_t i = 1; i < n; ++i) {
      const auto step = [&](std::size_t k) { return shape[3 * i + k] - shape[3 * i - 3 + k]; };
      length += std::hypot(step(0), step(1), step(2));
    }
    EXPECT_NEAR(length, 1, 0.01) << turns;
    EXPECT_NEAR(std::hypot(shape[0], shape[1], shape[2]), 0, 1e-9);
    const auto tip = trial->observe({"drop", "reach"});
    EXPECT_NEAR(shape[3 * n - 3], tip.at("reach"), 1e-12);
    EXPECT_NEAR(shape[3 * n - 1], -tip.at("drop"), 1e-12);
  }
}

}  // namespace codes
