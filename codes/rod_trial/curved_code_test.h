#pragma once

// What both codes of curvatures must show: the elastica, and where the rod leaves its plane.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <judge/protocols/bend_twist/master_curve.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/question/code.h>

namespace codes {

inline judge::Scenario curved_scenario(const judge::Question& question, int n) {
  judge::Scenario s;
  s.ask(question);
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  return s;
}

inline double aspect_error(const judge::Code& code, int n, double gamma) {
  const auto trial = code.open(curved_scenario(judge::ClampedStrip{{0.1, 1e-3, 0}, 5e-4}, n));
  const judge::Reply reply = trial->advance({{"gamma", gamma}});
  EXPECT_EQ(reply.status, plumb::Status::ok);
  EXPECT_EQ(reply.negative_modes, 0);
  const auto seen = trial->observe({"drop", "reach"});
  return std::abs(seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect - 1);
}

inline void follows_the_elastica_far_better_with_more_elements(const judge::Code& code) {
  const int n = code.describe().protocols.at("cantilever").knobs.n;
  for (const double gamma : {1.0, 100.0, 1e4}) {
    EXPECT_LT(aspect_error(code, n, gamma), gamma < 1e3 ? 0.003 : 0.12) << gamma;
    EXPECT_LT(aspect_error(code, 2 * n, gamma), 0.35 * aspect_error(code, n, gamma)) << gamma;
  }
}

inline void leaves_the_plane_where_the_physics_says(const judge::Code& code) {
  for (const double turns : {0.95, 4.0}) {
    const judge::HangingCurl curl{5e-4, judge::bend_twist_nu_paper, turns, 1e-3};
    const judge::BendTwistCrossings exact = judge::bend_twist_frontier(turns);
    const auto trial = code.open(curved_scenario(curl, 40));
    const auto label = [&](double x) {
      const judge::Load load{{"x", x}, {"gamma", std::pow(x * 2 * std::numbers::pi * turns, 3)}};
      EXPECT_EQ(trial->advance(load).status, plumb::Status::ok) << turns << ' ' << x;
      return trial->observe({"out_of_plane"}).at("out_of_plane") > 1e-3;
    };
    EXPECT_FALSE(label(0.98 * exact.lower.value())) << turns;
    EXPECT_TRUE(label(1.02 * exact.lower.value())) << turns;
    if (turns > 1) continue;  // further on it goes through many shapes: the protocol's own sweep is the test
    EXPECT_TRUE(label(0.98 * exact.upper.value())) << turns;
    EXPECT_FALSE(label(1.02 * exact.upper.value())) << turns;
  }
}

/// The rectangle of bend-twist/rectangle, with curvature of both signs.
inline void knows_a_rectangle(const judge::Code& code) {
  constexpr judge::Sheet sheet{1.25e-3, 1e-3, 0.3};
  constexpr double kTurns = 4;
  const judge::BendTwistCrossings exact =
      judge::bend_twist_frontier(kTurns, judge::rectangular_rod(sheet.width, sheet.thickness, sheet.nu));
  for (const double sign : {1.0, -1.0}) {
    const judge::HangingCurl curl{.turns = sign * kTurns, .leaves_plane = 1e-3, .rectangle = sheet};
    const auto trial = code.open(curved_scenario(curl, 40));
    for (const double factor : {0.98, 1.02}) {
      const double x = factor * exact.lower.value();
      const judge::Load load{{"x", x}, {"gamma", std::pow(x * 2 * std::numbers::pi * kTurns, 3)}};
      ASSERT_EQ(trial->advance(load).status, plumb::Status::ok) << x;
      EXPECT_EQ(trial->observe({"out_of_plane"}).at("out_of_plane") > 1e-3, factor > 1) << sign << ' ' << factor;
    }
  }
}

/// Turned, mirrored and shifted, a strip and a curl answer as in the plain place.
inline void answers_alike_in_every_place(const judge::Code& code) {
  const judge::Question questions[] = {judge::ClampedStrip{{0.1, 1e-3, 0}, 5e-4},
                                       judge::HangingCurl{5e-4, judge::bend_twist_nu_paper, 2, 1e-3}};
  for (const judge::Question& question : questions) {
    const judge::Load load{{"gamma", 3}, {"x", std::cbrt(3) / (4 * std::numbers::pi)}};
    const auto told = [&](const judge::Place& place) {
      judge::Scenario scenario = curved_scenario(question, 12);
      scenario.place = place;
      const auto trial = code.open(scenario);
      EXPECT_EQ(trial->advance(load).status, plumb::Status::ok);
      return trial->observe({"drop", "reach"});
    };
    const auto plain = told({});
    for (const judge::Place& place : {judge::Place{.azimuth = 0.7}, {.mirrored = true}, {.shift = 10}}) {
      const auto placed = told(place);
      EXPECT_NEAR(placed.at("drop"), plain.at("drop"), 1e-9) << place.azimuth << place.mirrored << place.shift;
      EXPECT_NEAR(placed.at("reach"), plain.at("reach"), 1e-9) << place.azimuth << place.mirrored << place.shift;
    }
  }
}

}  // namespace codes
