// CalculiX itself, against the master curve.

#include <numbers>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>
#include <judge/question/code.h>

namespace codes {
judge::Code const* calculix_beam();
namespace {

class CalculixBeamRuns : public testing::Test {
  void SetUp() override {
    if (const std::string missing = calculix_beam()->missing(); !missing.empty()) GTEST_SKIP() << missing;
  }
};

double aspect_error(double gamma, int n, judge::Scales scales = {1, 4 / (std::numbers::pi * 6.25e-14), 4 / 1e-6}) {
  judge::Scenario scenario;
  scenario.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  scenario.scales = scales;
  scenario.knobs.n = n;
  const auto trial = calculix_beam()->open(scenario);
  const judge::Reply reply = trial->advance({{"gamma", gamma}});
  EXPECT_EQ(reply.status, plumb::Status::ok) << reply.note;
  if (reply.status != plumb::Status::ok) return 1;
  const auto seen = trial->observe({"reach", "drop"});
  return seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect - 1;
}

TEST_F(CalculixBeamRuns, CantileverLiesOnTheMasterCurve) {
  EXPECT_NEAR(aspect_error(1e-3, 40), 0, 1e-5);
  EXPECT_NEAR(aspect_error(0.1, 40), 0, 1e-5);
  EXPECT_NEAR(aspect_error(10, 40), 0, 1e-4);
  EXPECT_NEAR(aspect_error(1000, 40), 0, 5e-4);
  // The strip is stretched by its weight: 3e-3 that no mesh removes.
  EXPECT_NEAR(aspect_error(1e4, 40), 2.1e-3, 5e-4);
}

TEST_F(CalculixBeamRuns, OtherUnitsAreTheSame) {
  const double here = aspect_error(100, 20);
  EXPECT_NEAR(aspect_error(100, 20, {0.27, 1.08e6, 1200}), here, 2e-6);
  EXPECT_NEAR(aspect_error(100, 20, {1e-3, 2e11, 7800}), here, 2e-6);
}

}  // namespace
}  // namespace codes
