#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <codes/motion/motion_code_test.h>
#include <codes/rod_trial/centreline_test.h>
#include <judge/protocols/bend_twist/master_curve.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/question/code.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/solve/continuation.h>

namespace protocols {
judge::Protocol const* vibration();
judge::Protocol const* pendulum();
judge::Protocol const* free_flight();
}  // namespace protocols

namespace codes {
judge::Code const* discrete_elastic_rod();
namespace {

constexpr double kRadius = 5e-4;

judge::Scenario cantilever(int n, judge::Scales scales) {
  judge::Scenario s;
  s.branch = "test";
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}, kRadius});
  s.scales = scales;
  s.knobs.n = n;
  return s;
}

judge::Scales unit_scales() {
  const double r2 = kRadius * kRadius;
  return {1, 4 / (std::numbers::pi * r2 * r2), 1 / (std::numbers::pi * r2)};
}

double aspect(judge::Trial& trial, double gamma) {
  const judge::Reply reply = trial.advance({{"gamma", gamma}});
  EXPECT_EQ(reply.status, plumb::Status::ok);
  EXPECT_EQ(reply.negative_modes, 0);
  const auto seen = trial.observe({"drop", "reach"});
  return seen.at("drop") / seen.at("reach");
}

double relative_error(int n, double gamma) {
  const auto trial = discrete_elastic_rod()->open(cantilever(n, unit_scales()));
  return aspect(*trial, gamma) / judge::cantilever_curve(gamma).aspect - 1;
}

// Clamping the nodes 0 and 1 themselves would make this first order: the clamp's plane is in the middle of the edge.
TEST(DiscreteElasticRod, SecondOrderConvergenceToTheElastica) {
  for (const double gamma : {1.0, 30.0, 1000.0}) {
    const double coarse = relative_error(100, gamma), middle = relative_error(200, gamma),
                 fine = relative_error(400, gamma);
    EXPECT_NEAR(std::log2(coarse / middle), 2, 0.15) << "gamma " << gamma;
    EXPECT_NEAR(std::log2(middle / fine), 2, 0.1) << "gamma " << gamma;
    EXPECT_LT(std::abs(fine), 3e-3);
  }
}

/// The model itself, on a mesh crowded towards the clamp (the protocol's meshes are uniform).
double graded_error(int n, double gamma) {
  plumb::RodSpec spec;
  spec.nodes = plumb::clamped_nodes(1, n, 2);
  const judge::Scales s = unit_scales();
  spec.stiffness = plumb::rod_stiffness(plumb::RodSection::circle(kRadius), s.young, 0, s.density);
  spec.clamped_edges = {0};
  const plumb::Model model = plumb::elastic_rod(spec);
  plumb::State state = model.initial;
  plumb::Loads loads = state.loads;
  loads.gravity = {0, 0, -gamma};
  EXPECT_EQ(plumb::Continuation(model).advance(state, loads).status, plumb::Status::ok);
  const Eigen::Vector3d tip = plumb::RodView(model, state).tip();
  return -tip.z() / tip.x() / judge::cantilever_curve(gamma).aspect - 1;
}

TEST(DiscreteElasticRod, GradedMeshesResolveTheLayerAtTheClampAndStaySecondOrder) {
  // Differences, for at this load the rod is stretched by its weight too: an error that no mesh removes.
  const double coarse = graded_error(100, 1e4), middle = graded_error(200, 1e4), fine = graded_error(400, 1e4);
  EXPECT_NEAR(std::log2((coarse - middle) / (middle - fine)), 2, 0.25);
  EXPECT_LT(std::abs(graded_error(50, 1e4)), 0.1 * std::abs(relative_error(300, 1e4)));
}

TEST(DiscreteElasticRod, OneJumpReachesTheSameEquilibriumAsASweep) {
  const auto sweep = discrete_elastic_rod()->open(cantilever(60, unit_scales()));
  const auto jump = discrete_elastic_rod()->open(cantilever(60, unit_scales()));
  double last = 0;
  for (const double gamma : {1.0, 10.0, 100.0, 1000.0, 10000.0}) last = aspect(*sweep, gamma);
  EXPECT_NEAR(aspect(*jump, 10000), last, 1e-6 * last);
}

TEST(DiscreteElasticRod, ScalesDoNotMatter) {
  const auto unit = discrete_elastic_rod()->open(cantilever(50, unit_scales()));
  const auto rubber = discrete_elastic_rod()->open(cantilever(50, {0.27, 1.08e6, 1200}));
  for (const double gamma : {0.01, 3.0, 500.0}) {
    const double a = aspect(*unit, gamma);
    EXPECT_NEAR(aspect(*rubber, gamma), a, 1e-6 * a);
  }
}

TEST(DiscreteElasticRod, SofterIsMoreGravity) {
  auto scenario = cantilever(50, unit_scales());
  const auto softer = discrete_elastic_rod()->open(scenario), heavier = discrete_elastic_rod()->open(scenario);
  aspect(*heavier, 2);
  const double expected = aspect(*heavier, 20);
  aspect(*softer, 2);
  ASSERT_EQ(softer->advance({{"gamma", 20}, {"young", scenario.scales.young / 10}}).status, plumb::Status::ok);
  const auto seen = softer->observe({"drop", "reach"});
  EXPECT_NEAR(seen.at("drop") / seen.at("reach"), expected, 1e-7 * expected);
}

TEST(DiscreteElasticRod, ResumesWithTheSameBits) {
  const auto open = [] { return discrete_elastic_rod()->open(cantilever(80, unit_scales())); };
  const auto whole = open(), first = open(), second = open();
  aspect(*whole, 1);
  aspect(*whole, 4000);
  aspect(*first, 1);
  aspect(*first, 4000);
  second->load(first->save());
  EXPECT_EQ(aspect(*whole, 9000), aspect(*second, 9000));
  EXPECT_EQ(whole->save(), second->save());
}

TEST(DiscreteElasticRod, RefusesDamagedStates) {
  const auto trial = discrete_elastic_rod()->open(cantilever(20, unit_scales()));
  const std::string good = trial->save();
  EXPECT_THROW(trial->load(good.substr(0, 5)), plumb::UserError);
  EXPECT_THROW(trial->load(good.substr(0, good.size() - 1)), plumb::UserError);
  EXPECT_THROW(trial->load(good + "x"), plumb::UserError);
  const auto other = discrete_elastic_rod()->open(cantilever(21, unit_scales()));
  EXPECT_THROW(other->load(good), plumb::UserError);
  EXPECT_THROW(trial->observe({"colour"}), plumb::UserError);
}

TEST(DiscreteElasticRod, ShowsItsCentreline) { shows_its_centreline(*discrete_elastic_rod(), 200); }

judge::Scenario bend_twist(double turns) {
  judge::Scenario s = cantilever(200, unit_scales());
  s.ask(judge::HangingCurl{kRadius, judge::bend_twist_nu_paper, turns, 1e-3});
  return s;
}

judge::Load hang(double turns, double x) {
  return {{"x", x}, {"gamma", std::pow(x * 2 * std::numbers::pi * turns, 3)}};
}

double out_of_plane(judge::Trial& trial, double turns, double x) {
  const judge::Reply reply = trial.advance(hang(turns, x));
  EXPECT_EQ(reply.status, plumb::Status::ok) << x;
  EXPECT_EQ(reply.negative_modes, 0) << "certified";
  return trial.observe({"out_of_plane"}).at("out_of_plane");
}

// One per cent on either side of where the planar rod loses its stability, and of where it regains it.
TEST(DiscreteElasticRod, LeavesThePlaneWhereThePhysicsSays) {
  for (const double turns : {0.95, 2.0, 5.0}) {
    const judge::BendTwistCrossings exact = judge::bend_twist_frontier(turns);
    const auto light = discrete_elastic_rod()->open(bend_twist(turns));
    EXPECT_LT(out_of_plane(*light, turns, 0.99 * exact.lower.value()), 1e-3) << turns;
    EXPECT_GT(out_of_plane(*light, turns, 1.01 * exact.lower.value()), 1e-3) << turns;
    const auto heavy = discrete_elastic_rod()->open(bend_twist(turns));
    EXPECT_LT(out_of_plane(*heavy, turns, 1.01 * exact.upper.value()), 1e-3) << turns;
    EXPECT_GT(out_of_plane(*heavy, turns, 0.99 * exact.upper.value()), 1e-3) << turns;
  }
}

TEST(DiscreteElasticRod, ASavedBendTwistBranchGoesOnWithTheSameBits) {
  const std::vector<double> loads{0.25, 0.27, 0.3, 0.33, 0.28};
  for (const std::size_t cut : {2, 4}) {
    const auto open = [] { return discrete_elastic_rod()->open(bend_twist(2)); };
    const auto whole = open(), first = open(), second = open();
    for (std::size_t i = 0; i < loads.size(); ++i) {
      if (i == cut) second->load(first->save());
      judge::Trial& half = i < cut ? *first : *second;
      EXPECT_EQ(out_of_plane(*whole, 2, loads[i]), out_of_plane(half, 2, loads[i])) << "cut " << cut << ", load " << i;
    }
  }
}

const judge::Code& variant(const std::string& name) {
  for (const judge::Code* code : discrete_elastic_rod()->variants()) {
    if (code->describe().name == "discrete-elastic-rod/" + name) return *code;
  }
  throw plumb::UserError("no variant " + name);
}

TEST(DiscreteElasticRod, MovesAsItShould) {
  for (const judge::Protocol* protocol : {protocols::vibration(), protocols::pendulum(), protocols::free_flight()}) {
    expect_motion(*discrete_elastic_rod(), *protocol);
    expect_motion(variant("generalised-alpha"), *protocol);
  }
  expect_motion(variant("implicit-midpoint"), *protocols::vibration());
}

// Vibrations of its stretch gain energy where the rod turns far (docs/motion.md).
TEST(DiscreteElasticRod, BreaksDownByTheMidpointRuleWhereItTurnsFar) {
  for (const judge::Protocol* protocol : {protocols::pendulum(), protocols::free_flight()}) {
    EXPECT_FALSE(score_of_motion(variant("implicit-midpoint"), *protocol).ok) << protocol->describe().name;
  }
}

// A method that damps is KO wherever motion is judged, and for that.
TEST(DiscreteElasticRod, IsSlowedDownByBackwardEuler) {
  for (const judge::Protocol* protocol : {protocols::vibration(), protocols::pendulum(), protocols::free_flight()}) {
    const judge::Score score = score_of_motion(variant("backward-euler"), *protocol);
    EXPECT_FALSE(score.ok) << protocol->describe().name;
    EXPECT_TRUE(score.reason.find("nergy left") != std::string::npos ||
                score.reason.find("turning") != std::string::npos)
        << score.reason;
  }
}

TEST(DiscreteElasticRod, GoesOnMovingFromASavedStateWithTheSameBits) {
  for (const judge::Protocol* protocol : {protocols::vibration(), protocols::pendulum(), protocols::free_flight()}) {
    judge::Scenario s = protocol->plan(judge::Sampling::quick).front();
    s.knobs = {10, 0.02, 0};
    const auto whole = discrete_elastic_rod()->open(s), first = discrete_elastic_rod()->open(s),
               second = discrete_elastic_rod()->open(s);
    const auto names = protocol->describe().observables;
    whole->advance({{"t", 0.5}});
    whole->advance({{"t", 1.0}});
    first->advance({{"t", 0.5}});
    second->load(first->save());
    second->advance({{"t", 1.0}});
    EXPECT_EQ(whole->observe(names), second->observe(names));
    EXPECT_EQ(whole->save(), second->save());
    EXPECT_THROW(second->load(first->save().substr(1)), plumb::UserError);
    s.knobs.dt = 0;
    EXPECT_THROW(discrete_elastic_rod()->open(s), plumb::UserError) << "no step";
  }
}

}  // namespace
}  // namespace codes
