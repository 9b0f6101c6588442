#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <codes/motion/motion_code_test.h>
#include <codes/rod_trial/centreline_test.h>
#include <judge/protocols/bend_twist/master_curve.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/question/code.h>

namespace protocols {
judge::Protocol const* vibration();
judge::Protocol const* pendulum();
judge::Protocol const* free_flight();
}  // namespace protocols

namespace codes {
judge::Code const* timoshenko_beam();
namespace {

double aspect_error(int n, double gamma, double radius = 5e-4) {
  judge::Scenario s;
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}, radius});
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  const auto trial = timoshenko_beam()->open(s);
  const judge::Reply reply = trial->advance({{"gamma", gamma}});
  EXPECT_EQ(reply.status, plumb::Status::ok);
  EXPECT_EQ(reply.negative_modes, 0);
  const auto seen = trial->observe({"drop", "reach"});
  return std::abs(seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect - 1);
}

TEST(TimoshenkoBeam, FollowsTheElastica) {
  EXPECT_LT(aspect_error(10, 1), 1e-4);
  EXPECT_LT(aspect_error(20, 100), 1e-2);
}

TEST(TimoshenkoBeam, DoesNotLockHoweverThin) {
  const double thick = aspect_error(8, 10, 5e-3), thin = aspect_error(8, 10, 5e-4),
               very_thin = aspect_error(8, 10, 5e-5);
  EXPECT_LT(thick, 2e-3);
  EXPECT_LT(thin, 2e-3);
  EXPECT_LT(very_thin, 2e-3);
}

TEST(TimoshenkoBeam, ShowsItsCentreline) { shows_its_centreline(*timoshenko_beam(), 50); }

judge::Scenario bend_twist(double turns, int n) {
  judge::Scenario s;
  s.ask(judge::HangingCurl{5e-4, judge::bend_twist_nu_paper, turns, 1e-3});
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  return s;
}

bool leaves_the_plane(judge::Trial& trial, double turns, double x) {
  const judge::Reply reply = trial.advance({{"x", x}, {"gamma", std::pow(x * 2 * std::numbers::pi * turns, 3)}});
  EXPECT_EQ(reply.status, plumb::Status::ok) << turns << ' ' << x;
  EXPECT_EQ(reply.negative_modes, 0) << "certified";
  return trial.observe({"out_of_plane"}).at("out_of_plane") > 1e-3;
}

// Half a per cent on either side of where the planar rod loses its stability, and of where it regains it.
TEST(TimoshenkoBeam, LeavesThePlaneWhereThePhysicsSays) {
  for (const double turns : {0.95, 2.0}) {
    const judge::BendTwistCrossings exact = judge::bend_twist_frontier(turns);
    const auto light = timoshenko_beam()->open(bend_twist(turns, 25));
    EXPECT_FALSE(leaves_the_plane(*light, turns, 0.995 * exact.lower.value())) << turns;
    EXPECT_TRUE(leaves_the_plane(*light, turns, 1.005 * exact.lower.value())) << turns;
    const auto heavy = timoshenko_beam()->open(bend_twist(turns, 25));
    EXPECT_FALSE(leaves_the_plane(*heavy, turns, 1.005 * exact.upper.value())) << turns;
    EXPECT_TRUE(leaves_the_plane(*heavy, turns, 0.995 * exact.upper.value())) << turns;
  }
}

TEST(TimoshenkoBeam, RefusesElementsThatTheNaturalCurvatureTurnsTooFar) {
  EXPECT_THROW(timoshenko_beam()->open(bend_twist(10, 24)), plumb::UserError);
  EXPECT_NO_THROW(timoshenko_beam()->open(bend_twist(10, 25)));
}

TEST(TimoshenkoBeam, MovesAsItShould) {
  for (const judge::Protocol* protocol : {protocols::vibration(), protocols::pendulum(), protocols::free_flight()}) {
    expect_motion(*timoshenko_beam(), *protocol);
  }
}

// The method that keeps energy keeps that of stretch and shear too, which the turning pays for.
TEST(TimoshenkoBeam, TurnsMoreSlowlyByTheMethodThatKeepsEnergy) {
  const judge::Code& keeping = *timoshenko_beam()->variants().front();
  expect_motion(keeping, *protocols::vibration());
  EXPECT_FALSE(score_of_motion(keeping, *protocols::pendulum()).ok);
  EXPECT_FALSE(score_of_motion(keeping, *protocols::free_flight()).strict_ok);
}

}  // namespace
}  // namespace codes
