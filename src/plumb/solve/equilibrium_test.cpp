#include <plumb/solve/equilibrium.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/core/allocations_for_test.h>
#include <plumb/core/parallel.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

/// EI = 1, rho A = 1, L = 1; the radius sets how much stiffer stretch is (EA = 4 / r^2).
RodSpec unit_rod(int n, double radius = 5e-3, double poisson = 0) {
  RodSpec spec;
  spec.nodes = clamped_nodes(1, n);
  const double r2 = radius * radius;
  spec.stiffness = rod_stiffness(RodSection::circle(radius), 4 / (pi * r2 * r2), poisson, 1 / (pi * r2));
  spec.clamped_edges = {0};
  return spec;
}

Pose upright() {
  Pose pose;
  pose.tangent = Vector3d::UnitZ();
  pose.director = Vector3d::UnitX();
  return pose;
}

TEST(Equilibrium, SmallLoadBendsAsTheLinearBeam) {
  const Model model = elastic_rod(unit_rod(200, 5e-4));
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = {0, 0, -1e-3};
  const Outcome outcome = equilibrium(model, state, loads);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  EXPECT_NEAR(-RodView(model, state).tip().z(), 1e-3 / 8, 1e-3 / 8 * 1e-4);
}

// Greenhill: an upright column of unit length buckles under its own weight at rho A g L^3 / (E I) = 7.837347.
TEST(Equilibrium, GreenhillsColumnStandsBelowAndFallsAboveItsCriticalWeight) {
  const Model model = elastic_rod(unit_rod(100), upright());
  for (const double gamma : {7.7, 7.95}) {
    State state = model.initial;
    Loads loads = state.loads;
    loads.gravity = {0, 0, -gamma};
    const Outcome outcome = equilibrium(model, state, loads);
    ASSERT_EQ(outcome.status, Status::ok) << name(outcome.status);
    EXPECT_EQ(outcome.negative_modes, 0);
    const Vector3d tip = RodView(model, state).tip();
    if (gamma < 7.8) {
      EXPECT_EQ(outcome.saddles_left, 0);
      EXPECT_LT(std::hypot(tip.x(), tip.y()), 1e-8);
    } else {
      EXPECT_GE(outcome.saddles_left, 1);
      EXPECT_GT(std::hypot(tip.x(), tip.y()), 0.05);
    }
  }
}

// Far above: a column that cannot stand must end hanging, from a perfectly symmetric start.
TEST(Equilibrium, AHeavyColumnEndsUpHanging) {
  const Model model = elastic_rod(unit_rod(60), upright());
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = {0, 0, -200};
  const Outcome outcome = Continuation(model).advance(state, loads);
  ASSERT_EQ(outcome.status, Status::ok) << name(outcome.status);
  EXPECT_EQ(outcome.negative_modes, 0);
  EXPECT_LT(RodView(model, state).tip().z(), -0.2);
}

// Twisting a straight rod between two clamps that may not move: it stays straight until M L / (2 pi EI) reaches
// 1.4303 (clamped ends, Greenhill's M L = 8.9868 EI), then buckles out of the axis.
TEST(Equilibrium, ATwistedRodBuckles) {
  RodSpec spec = unit_rod(120, 5e-3, 0.0);  // GJ = EI / (1 + nu) = 1
  spec.nodes.clear();
  const int n = 120;
  const double h = 1.0 / (n - 1);  // from mid-edge to mid-edge: unit length
  for (int i = 0; i <= n; ++i) spec.nodes.push_back((i - 0.5) * h);
  spec.clamped_edges = {0, n - 1};
  const Model model = elastic_rod(spec);
  Continuation continuation(model);
  State state = model.initial;
  const auto turn = [&](double angle) {
    Loads loads = state.loads;
    Pose& end = loads.clamps[1];
    end.director = rotate_perpendicular<double>(model.initial.loads.clamps[1].director, end.tangent, angle);
    return continuation.advance(state, loads);
  };
  const auto lateral = [&] {
    double most = 0;
    const RodView view(model, state);
    for (int i = 0; i < view.n_nodes(); ++i) most = std::max(most, std::hypot(view.node(i).y(), view.node(i).z()));
    return most;
  };
  Outcome outcome;
  for (double angle = 0.5; angle < 8.8; angle += 0.5) {
    outcome = turn(angle);
    ASSERT_EQ(outcome.status, Status::ok) << angle;
    EXPECT_LT(lateral(), 1e-7) << angle;
  }
  outcome = turn(8.9);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_LT(lateral(), 1e-7);
  EXPECT_NEAR(RodView(model, state).twist(40) / h, 8.9, 1e-6);
  outcome = turn(9.1);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  EXPECT_GE(outcome.saddles_left, 1);
  EXPECT_GT(lateral(), 1e-3);
}

TEST(Equilibrium, AMovedClampCarriesTheRodRigidly) {
  const Model model = elastic_rod(unit_rod(50));
  State state = model.initial;
  Loads loads = state.loads;
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(2.0, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  loads.clamps[0] = {{3, 1, 2}, turn.col(0), turn.col(1)};
  const Outcome outcome = Continuation(model).advance(state, loads);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_NEAR(outcome.energy, 0, 1e-12);
  EXPECT_LT((RodView(model, state).tip() - (Vector3d(3, 1, 2) + turn.col(0))).norm(), 1e-9);
  EXPECT_LT((RodView(model, state).director(49) - turn.col(1)).norm(), 1e-9);
}

TEST(Equilibrium, LeavesTheStateAloneWhenItFails) {
  const Model model = elastic_rod(unit_rod(50));
  State state = model.initial;
  const std::uint64_t before = hash(state);
  Loads loads = state.loads;
  loads.gravity = {0, 0, -5000};
  EquilibriumOptions impatient;
  impatient.max_newton = 1;
  impatient.max_descent = 1;
  EquilibriumSolver solver(model, impatient);
  EXPECT_EQ(solver.solve(state, loads).status, Status::not_converged);
  EXPECT_EQ(hash(state), before);
}

TEST(Equilibrium, AWarmNewtonIterationDoesNotAllocate) {
  if (!can_count_allocations) GTEST_SKIP() << "the sanitizer owns the allocator";
  const Model model = elastic_rod(unit_rod(300, 5e-4));
  Continuation continuation(model);
  State state = model.initial;
  Loads loads = state.loads;
  const auto advance = [&](double gamma) {
    loads.gravity = {0, 0, -gamma};
    return continuation.advance(state, loads);
  };
  advance(1);
  const long before = n_allocations();
  const Outcome outcome = advance(1.1);
  EXPECT_EQ(n_allocations(), before);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_GT(outcome.iterations, 2);
}

TEST(Continuation, SubStepsByItself) {
  const Model model = elastic_rod(unit_rod(40, 5e-4));
  Loads heavy = model.initial.loads;
  heavy.gravity = {0, 0, -1e4};
  // Too few Newton steps for the whole jump: halves the step until it works, and reaches the same equilibrium.
  EquilibriumOptions impatient;
  impatient.max_newton = 9;
  impatient.max_descent = 1;
  State one = model.initial, many = model.initial;
  ASSERT_EQ(Continuation(model).advance(one, heavy).status, Status::ok);
  const Outcome outcome = Continuation(model, impatient).advance(many, heavy);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_GT(outcome.load_steps, 1);
  EXPECT_LT((RodView(model, one).tip() - RodView(model, many).tip()).norm(), 1e-7);
}

TEST(Continuation, TheSameBitsForAnyNumberOfThreads) {
  const Model model = elastic_rod(unit_rod(400, 5e-4));
  std::uint64_t alone = 0;
  for (const int n : {1, 2, 3, 5, 8}) {
    set_threads(n);
    Continuation continuation(model);
    State state = model.initial;
    Loads loads = state.loads;
    loads.gravity = {0, 1, -50};
    ASSERT_EQ(continuation.advance(state, loads).status, Status::ok);
    if (n == 1) alone = hash(state);
    EXPECT_EQ(hash(state), alone) << n << " threads";
  }
  set_threads(1);
}

}  // namespace
}  // namespace plumb
