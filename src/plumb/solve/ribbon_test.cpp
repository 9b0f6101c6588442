// Ribbons, solved.

#include <plumb/model/curved_rod/ribbon.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

const Pose kLevel{Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitY()};

RibbonSpec strip(int n, double width) {
  RibbonSpec spec;
  spec.ribbon.lengths.assign(static_cast<std::size_t>(n), 1.0 / n);
  spec.ribbon.width = width;
  spec.ribbon.bend = spec.ribbon.mass_per_length = 1;
  return spec;
}

/// Bent in a plane, a ribbon is the planar Super-Clothoid of the same elements.
TEST(RibbonModel, hangs_as_a_rod_in_a_plane) {
  const RibbonSpec spec = strip(12, 0.3);
  CurvedRod rod;
  rod.shape = CurvatureShape::linear;
  rod.lengths = spec.ribbon.lengths;
  rod.bend_1 = rod.bend_2 = rod.twist = rod.mass_per_length = 1;
  rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
  const Model model = ribbon(spec, kLevel), other = curved_rod({.rod = rod}, kLevel);
  State state = model.initial, expected = other.initial;
  for (const double gamma : {1e-3, 1.0, 50.0}) {
    Loads loads = state.loads;
    loads.gravity = {0, 0, -gamma};
    const Outcome outcome = Continuation(model).advance(state, loads);
    ASSERT_EQ(outcome.status, Status::ok) << gamma;
    EXPECT_EQ(outcome.negative_modes, 0);
    ASSERT_EQ(Continuation(other).advance(expected, loads).status, Status::ok);
    for (int node = 0; node <= 12; ++node) {
      EXPECT_NEAR(state.q[2 * node], expected.q[3 * node + 1], 2e-8 + 1e-7 * gamma) << node;
      EXPECT_EQ(state.q[2 * node + 1], 0) << "its generators stay across";
    }
    EXPECT_LT((shape(spec.ribbon, state).tip() - shape(rod, expected).tip()).norm(), 1e-8);
  }
}

TEST(RibbonModel, flat_and_without_loads_is_at_rest) {
  const Model model = ribbon(strip(5, 0.3), kLevel);
  State state = model.initial;
  EXPECT_EQ(Continuation(model).advance(state, state.loads).status, Status::ok);
  EXPECT_TRUE(state.q.isZero(0));
}

/// A force across the free end of a strip whose clamp is turned bends and twists it. What holds eta where the strip is
/// flat is in the Hessian alone: at the equilibrium that is found, the forces vanish.
TEST(RibbonModel, twists_under_a_force_aslant_and_comes_back) {
  RibbonSpec spec = strip(16, 0.2);
  spec.loaded = {1};
  const Model model = ribbon(spec, kLevel);
  State state = model.initial;
  Loads loads = state.loads;
  loads.wrenches = {{{0, 0.8, -1.5}, {0, 0, 0}}};
  const Outcome there = Continuation(model).advance(state, loads);
  ASSERT_EQ(there.status, Status::ok);
  EXPECT_EQ(there.negative_modes, 0);
  EXPECT_LT(there.residual, 1e-7);
  EXPECT_GT(std::abs(shape(spec.ribbon, state).tip().y()), 1e-3);
  EXPECT_GT(total_twist(spec.ribbon, state), 1e-2);
  EXPECT_EQ(state.q[1], 0) << "the generator at the clamp lies along it";
  const double energy = there.energy;
  // By another way, with as much flatness in between: the same equilibrium.
  State other = model.initial;
  Loads first = loads;
  first.wrenches = {{{0, 0.1, -3}, {0, 0, 0}}};
  ASSERT_EQ(Continuation(model).advance(other, first).status, Status::ok);
  const Outcome again = Continuation(model).advance(other, loads);
  ASSERT_EQ(again.status, Status::ok);
  EXPECT_NEAR(again.energy / energy, 1, 1e-12);
  EXPECT_LT((other.q - state.q).norm(), 1e-6);
}

TEST(RibbonModel, is_rolled_to_an_arc_by_a_moment_on_its_end) {
  RibbonSpec spec = strip(8, 0.2);
  spec.loaded = {1};
  const Model model = ribbon(spec, kLevel);
  State state = model.initial;
  Loads loads = state.loads;
  const double turn = 0.4 * std::numbers::pi;
  loads.wrenches = {{{0, 0, 0}, {0, turn, 0}}};
  ASSERT_EQ(Continuation(model).advance(state, loads).status, Status::ok);
  const Vector3d tip = shape(spec.ribbon, state).tip();
  EXPECT_NEAR(tip.x(), std::sin(turn) / turn, 1e-10);
  EXPECT_NEAR(-tip.z(), (1 - std::cos(turn)) / turn, 1e-10);
}

TEST(RibbonModel, total_twist_is_the_integral_of_its_size) {
  const RibbonSpec spec = strip(1, 0.1);
  State state = ribbon(spec).initial;
  state.q << 1, -0.25, -1, 0.75;
  // kappa eta = (1 - 2x)(x - 1/4): zero at 1/4 and 1/2.
  constexpr int n = 200000;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double x = (i + 0.5) / n;
    sum += std::abs((1 - 2 * x) * (x - 0.25)) / n;
  }
  EXPECT_NEAR(total_twist(spec.ribbon, state), sum, 1e-9);
}

}  // namespace
}  // namespace plumb
