#pragma once

// What every plate code must show: the elastica, where the plate buckles sideways, and a trial that is saved whole.

#include <string>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/question/code.h>
#include <plumb/core/status.h>

namespace codes {

inline judge::Scenario plate_scenario(const std::string& protocol, double width, int n) {
  judge::Scenario s;
  s.protocol = protocol;
  s.regime = {{"thickness", 1e-3}, {"width", width}, {"nu", protocol == "cantilever" ? 0 : judge::lateral_buckling_nu}};
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  return s;
}

/// At each weight in turn.
inline void expect_elastica(const judge::Code& code, int n, double tolerance, std::initializer_list<double> weights) {
  const auto trial = code.start();
  trial->open(plate_scenario("cantilever", 0.1, n));
  for (const double gamma : weights) {
    const judge::Reply reply = trial->advance({{"gamma", gamma}});
    ASSERT_EQ(reply.status, plumb::Status::ok);
    EXPECT_EQ(reply.negative_modes, 0);
    const auto seen = trial->observe({"drop", "reach"});
    EXPECT_NEAR(seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect, 1, tolerance)
        << code.describe().name << " at " << gamma;
  }
}

/// 2 % beside the master curve; and loaded again, it goes on with the same bits.
inline void expect_buckling(const judge::Code& code, double width, int n) {
  const judge::Scenario s = plate_scenario("lateral-buckling", width, n);
  const double critical = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
  const auto trial = code.start();
  trial->open(s);
  std::string above;
  for (const double fraction : {1.2, 1.02, 0.98}) {
    const judge::Reply reply = trial->advance({{"gamma_star", fraction * critical}});
    ASSERT_EQ(reply.status, plumb::Status::ok) << fraction;
    EXPECT_EQ(reply.negative_modes, 0);
    EXPECT_EQ(trial->observe({"lateral"}).at("lateral") > 1e-4, fraction > 1) << fraction;
    if (fraction == 1.02) above = trial->save();
  }
  const auto other = code.start();
  other->open(s);
  other->load(above);
  other->advance({{"gamma_star", 0.98 * critical}});
  EXPECT_EQ(other->save(), trial->save());
}

inline void expect_refusals(const judge::Code& code) {
  const auto trial = code.start(), finer = code.start();
  trial->open(plate_scenario("cantilever", 0.1, 4));
  const std::string bytes = trial->save();
  EXPECT_THROW(trial->load(bytes.substr(0, 7)), plumb::UserError);
  EXPECT_THROW(trial->load(bytes.substr(0, bytes.size() / 2)), plumb::UserError);
  finer->open(plate_scenario("cantilever", 0.1, 5));
  EXPECT_THROW(finer->load(bytes), plumb::UserError);
  EXPECT_THROW(trial->observe({"colour"}), plumb::UserError);
}

}  // namespace codes
