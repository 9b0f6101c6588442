// What all rod codes must do, tried with a Super-Helix of few elements.

#include <codes/rod_trial/rod_trial.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace codes {
namespace {

TEST(ScenarioRod, GravityIsThatOfGammaInAnyUnits) {
  for (const judge::Scales scales : {judge::Scales{1, 1, 1}, judge::Scales{0.3, 2e9, 1200}}) {
    judge::Scenario s;
    s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
    s.scales = scales;
    s.knobs.n = 10;
    const ScenarioRod rod(s, scales.young);
    const double length = scales.length, h = 1e-3 * length;
    // Gamma = 12 rho g L^3 / (E h^2) for a rectangle.
    EXPECT_NEAR(12 * scales.density * rod.gravity(7) * std::pow(length, 3) / (scales.young * h * h), 7, 1e-12);
  }
}

TEST(ScenarioRod, TurnsMakeACircleThatHangsFromItsClamp) {
  judge::Scenario s;
  s.ask(judge::HangingCurl{1e-3, 0.5, 3, 1e-3});
  s.scales = {2, 1, 1};
  const ScenarioRod rod(s, 1);
  EXPECT_NEAR(rod.natural_curvature, 3 * std::numbers::pi, 1e-12);
  EXPECT_EQ(rod.clamp.tangent, -Eigen::Vector3d::UnitZ());
}

TEST(ScenarioRod, HasTheRoundSectionIfOneIsStated) {
  judge::Scenario s;
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}, 2e-3});
  EXPECT_NEAR(ScenarioRod(s, 1).stiffness.stretch, std::numbers::pi * 4e-6, 1e-18);
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  EXPECT_NEAR(ScenarioRod(s, 1).stiffness.stretch, 1e-4, 1e-18);
}

TEST(RodCode, RefusesWhatIsNoQuestionOfRods) {
  const RodCode code({}, nullptr);
  judge::Scenario s;
  EXPECT_THROW(code.open(s), plumb::UserError);
  s.ask(judge::PushedStrip{{0.1, 1e-3, 0}, 0.4, 1e-3});
  EXPECT_THROW(code.open(s), plumb::UserError);
}

}  // namespace
}  // namespace codes
