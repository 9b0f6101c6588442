#include <judge/protocols/protocol.h>

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/protocols/lateral_buckling/plate_buckling.h>

namespace protocols {
judge::Protocol const* lateral_buckling_rotation();
}

namespace judge {
namespace {

double slope(double width, double gamma_star) { return tilted_plate_tip(width, 0.35, gamma_star, {}); }

/// A light narrow plate is a beam of EI = D (1 - nu^2) w under Gamma* tilt w per length.
TEST(TiltedPlate, is_a_beam_where_it_is_light_and_narrow) {
  EXPECT_NEAR(slope(0.02, 1e-3) / (1e-3 / (8 * (1 - 0.35 * 0.35))), 1, 0.005);
}

/// Near the threshold one mode grows as 1 / (1 - (Gamma* / threshold)^2): with every sign of gravity alike.
TEST(TiltedPlate, goes_sideways_without_bound_at_the_threshold) {
  for (const double width : {0.1, 0.5, 1.0}) {
    const double threshold = plate_threshold(width, 0.35, {});
    const auto held = [&](double part) { return (1 - part * part) * slope(width, part * threshold); };
    EXPECT_NEAR(held(0.9999) / held(0.999), 1, 2e-3) << width;
    EXPECT_GT(slope(width, 0.9999 * threshold), 9 * slope(width, 0.999 * threshold)) << width;
    EXPECT_THROW(slope(width, 1.001 * threshold), plumb::UserError) << width;
  }
}

TEST(TiltedPlate, does_not_depend_on_the_resolution) {
  PlateResolution coarse;
  --coarse.degree;
  for (const double width : {0.1, 1.0}) {
    EXPECT_NEAR(tilted_plate_tip(width, 0.35, 10, coarse) / slope(width, 10), 1, 1e-4);
  }
}

double slope_of(const Scenario& scenario) {
  static std::map<double, double> known;
  const double width = scenario.regime.at("width");
  if (!known.contains(width)) known[width] = slope(width, 10);
  return known[width];
}

std::vector<BranchPoints> measured(Sampling sampling, double factor) {
  const Protocol& protocol = *protocols::lateral_buckling_rotation();
  std::vector<BranchPoints> branches;
  for (const Scenario& scenario : protocol.plan(sampling)) {
    BranchPoints& branch = branches.emplace_back(BranchPoints{scenario, {}});
    while (const auto load = protocol.next(scenario, branch.points)) {
      EXPECT_EQ(load->at("gamma_star"), 10);
      const double lateral = slope_of(scenario) * load->at("tilt");
      branch.points.push_back(
          protocol.measure(scenario, Record{load->values, Reply(), {{"lateral", factor * lateral}}}));
    }
    EXPECT_EQ(static_cast<int>(branch.points.size()), protocol.length(scenario));
  }
  return branches;
}

TEST(LateralBucklingRotation, is_ok_on_the_curve_and_not_beside_it) {
  const Protocol& protocol = *protocols::lateral_buckling_rotation();
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const Score exact = protocol.score(measured(sampling, 1));
    EXPECT_TRUE(exact.ok && exact.strict_ok) << exact.strict_reason;
    EXPECT_FALSE(protocol.score(measured(sampling, 1.02)).strict_ok);
    EXPECT_FALSE(protocol.score(measured(sampling, 1.3)).ok);
  }
}

}  // namespace
}  // namespace judge
