#pragma once

// What every plate code must show: the elastica, where the plate buckles sideways, and a trial that is saved whole.

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/question/code.h>
#include <plumb/core/status.h>

namespace codes {

inline judge::Scenario plate_scenario(const judge::Question& question, int n) {
  judge::Scenario s;
  s.ask(question);
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  return s;
}

inline judge::Scenario flat_scenario(double width, int n) {
  return plate_scenario(judge::ClampedStrip{{width, 1e-3, 0}}, n);
}

inline judge::Scenario buckling_scenario(double width, int n) {
  return plate_scenario(judge::BucklingPlate{{width, 1e-3, judge::lateral_buckling_nu}, 0.2, 1e-4, 80}, n);
}

/// The plate has the right shape at each weight in turn.
inline void expect_elastica(const judge::Code& code, int n, double tolerance, std::initializer_list<double> weights) {
  const auto trial = code.open(flat_scenario(0.1, n));
  for (const double gamma : weights) {
    const judge::Reply reply = trial->advance({{"gamma", gamma}});
    ASSERT_EQ(reply.status, plumb::Status::ok);
    EXPECT_EQ(reply.negative_modes, 0);
    const auto seen = trial->observe({"drop", "reach"});
    EXPECT_NEAR(seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect, 1, tolerance)
        << code.describe().name << " at " << gamma;
  }
}

/// With nu a narrow plate bends as a beam under a small load, and as a plate under a large one.
inline void expect_beam_and_plate(const judge::Code& code, int n) {
  constexpr double nu = 0.3;
  const auto trial = code.open(plate_scenario(judge::ClampedStrip{{0.1, 1e-3, nu}}, n));
  const auto way = [&](double gamma) {
    EXPECT_EQ(trial->advance({{"gamma", gamma}}).status, plumb::Status::ok);
    const auto seen = trial->observe({"drop", "reach"});
    const double plate = judge::cantilever_curve(gamma * (1 - nu * nu)).aspect;
    return std::log(seen.at("drop") / seen.at("reach") / plate) /
           std::log(judge::cantilever_curve(gamma).aspect / plate);
  };
  EXPECT_NEAR(way(0.01), 0.85, 0.05);
  EXPECT_NEAR(way(100), 0.05, 0.1);
}

/// The plate has the right label 2 % beside the master curve; saved and loaded, it goes on with the same bits.
inline void expect_buckling(const judge::Code& code, double width, int n) {
  const judge::Scenario s = buckling_scenario(width, n);
  const double critical = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
  const auto trial = code.open(s);
  std::string above;
  for (const double fraction : {1.2, 1.02, 0.98}) {
    const judge::Reply reply = trial->advance({{"gamma_star", fraction * critical}});
    ASSERT_EQ(reply.status, plumb::Status::ok) << fraction;
    EXPECT_EQ(reply.negative_modes, 0);
    EXPECT_EQ(std::abs(trial->observe({"lateral"}).at("lateral")) > 1e-4, fraction > 1) << fraction;
    if (fraction == 1.02) above = trial->save();
  }
  const auto other = code.open(s);
  other->load(above);
  other->advance({{"gamma_star", 0.98 * critical}});
  EXPECT_EQ(other->save(), trial->save());
}

/// Turned, shifted and mirrored, a plate that buckles goes to the same side in the frame of its clamp.
inline void expect_places(const judge::Code& code, double width, int n) {
  const double critical = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
  const auto told = [&](const judge::Place& place) {
    judge::Scenario scenario = buckling_scenario(width, n);
    scenario.place = place;
    const auto trial = code.open(scenario);
    EXPECT_EQ(trial->advance({{"gamma_star", 1.2 * critical}}).status, plumb::Status::ok);
    return trial->also_observe({"drop", "reach", "lateral"});
  };
  const auto plain = told({});
  for (const judge::Place& place : {judge::Place{.azimuth = 0.7}, {.mirrored = true}, {.shift = 10}}) {
    const auto placed = told(place);
    for (const char* name : {"drop", "reach", "lateral"})
      EXPECT_NEAR(placed.at(name), plain.at(name), 1e-6) << name << place.azimuth << place.mirrored;
  }
}

inline void expect_refusals(const judge::Code& code) {
  const auto trial = code.open(flat_scenario(0.1, 4)), finer = code.open(flat_scenario(0.1, 5));
  const std::string bytes = trial->save();
  EXPECT_THROW(trial->load(bytes.substr(0, 7)), plumb::UserError);
  EXPECT_THROW(trial->load(bytes.substr(0, bytes.size() / 2)), plumb::UserError);
  EXPECT_THROW(finer->load(bytes), plumb::UserError);
  EXPECT_THROW(trial->observe({"colour"}), plumb::UserError);
  EXPECT_THROW(code.open(plate_scenario(judge::HangingCurl{5e-4, 0.5, 3, 1e-3}, 4)), plumb::UserError);
}

}  // namespace codes
