// Rods of curvatures, solved.

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

CurvedRod rod(CurvatureShape kind, int n, double natural_curvature = 0) {
  CurvedRod r;
  r.shape = kind;
  r.lengths.assign(static_cast<std::size_t>(n), 1.0 / n);
  r.bend_1 = r.bend_2 = 1;
  r.twist = 0.7;
  r.mass_per_length = 1;
  r.natural.assign(static_cast<std::size_t>(r.n_unknowns()), 0);
  for (std::size_t i = 0; i < r.natural.size(); i += 3) r.natural[i] = natural_curvature;
  return r;
}

State hung(const CurvedRod& r, double gravity, bool planar = false) {
  // The first director up, so that kappa_1 bends in the plane of gravity.
  const Model model =
      curved_rod({.rod = r, .planar = planar}, {Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitZ()});
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = {0, 0, -gravity};
  const Outcome outcome = Continuation(model).advance(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  return state;
}

class CurvedRodModel : public testing::TestWithParam<CurvatureShape> {};

TEST_P(CurvedRodModel, NaturalCircleCloses) {
  const CurvedRod r = rod(GetParam(), 7, 2 * std::numbers::pi);
  const CurvedRodShape s = shape(r, curved_rod({.rod = r}).initial, 5);
  EXPECT_LT(s.tip().norm(), 1e-13);
  EXPECT_LT((s.frames.back() - s.frames.front()).norm(), 1e-13);
  EXPECT_NEAR(s.positions[s.positions.size() / 2].norm(), 1 / std::numbers::pi, 0.01);
  EXPECT_EQ(s.positions.size(), 36u);
}

TEST_P(CurvedRodModel, HangsAsMuchAsALinearBeamUnderLittleWeight) {
  // Gamma / 8; the clothoid is exact only in the limit, for the curvature is quadratic.
  const double gamma = 1e-4;
  EXPECT_NEAR(-shape(rod(GetParam(), 40), hung(rod(GetParam(), 40), gamma)).tip().z() / (gamma / 8), 1, 1e-3);
}

TEST_P(CurvedRodModel, ConvergesAtItsOrder) {
  const auto drop = [&](int n) { return -shape(rod(GetParam(), n), hung(rod(GetParam(), n), 50)).tip().z(); };
  const double a = drop(20), b = drop(40), c = drop(80);
  EXPECT_NEAR(std::log2((b - a) / (c - b)), GetParam() == CurvatureShape::constant ? 2 : 4, 0.3);
}

TEST_P(CurvedRodModel, ThePlanarVersionIsTheSameRodInAPlane) {
  const CurvedRod r = rod(GetParam(), 15, 3);
  const State flat = hung(r, 5, true), full = hung(r, 5);
  EXPECT_LT((flat.q - full.q).norm(), 1e-6);
  EXPECT_EQ(total_twist(r, flat), 0);
  for (const Vector3d& x : shape(r, flat, 3).positions) EXPECT_EQ(x.y(), 0);
}

TEST_P(CurvedRodModel, TotalTwistIsTheIntegralOfItsSize) {
  CurvedRod r = rod(GetParam(), 1);
  State state = curved_rod({.rod = r}).initial;
  state.q.setZero();
  state.q[2] = -2;
  if (GetParam() == CurvatureShape::linear) state.q[5] = 1;
  // From -2 to 1: triangles of 2/3 and 1/3 of the length.
  EXPECT_NEAR(total_twist(r, state), GetParam() == CurvatureShape::linear ? 2. / 3 + 1. / 6 : 2, 1e-15);
}

/// A rod in a model, and the same rod alone.
struct Pair {
  Model alone;
  std::function<std::vector<Vector3d>(const State&)> points, points_alone;
  std::size_t clamp, wrench;
};

// Two rods of curvatures around a discrete one, each with its own clamp, weight, force and moment.
TEST(CurvedRodsInOneModel, hang_as_they_do_alone) {
  const Pose level{Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitZ()};
  const Pose aslant{Vector3d(2, 1, 3), Vector3d(1, 2, 2) / 3, Vector3d(2, 1, -2) / 3};
  const CurvedRodSpec helix{.rod = rod(CurvatureShape::constant, 6, 2), .loaded = {1}};
  const CurvedRodSpec clothoid{.rod = rod(CurvatureShape::linear, 5, -1), .loaded = {0.7}};
  RodSpec discrete;
  discrete.nodes = clamped_nodes(1, 10);
  discrete.stiffness = {1e4, 1, 1, 0.7, 1, 1e-3};
  discrete.clamped_edges = {0};
  discrete.loaded = {1};

  ModelBuilder builder;
  const CurvedRodParts first = add_curved_rod(builder, helix, level);
  const RodParts second = add_elastic_rod(builder, discrete, aslant);
  const CurvedRodParts third = add_curved_rod(builder, clothoid, aslant);
  const Model together = builder.finish();
  EXPECT_EQ(together.embedding->n_points(), 7 + 11 + 6);

  const auto curved_points = [](const CurvedRod& r, CurvedPlace place) {
    return [r, place](const State& state) { return shape(r, state, 3, place).positions; };
  };
  const Model discrete_alone = elastic_rod(discrete, aslant);
  const auto nodes = [](const RodView& view) {
    std::vector<Vector3d> all;
    for (int i = 0; i < view.n_nodes(); ++i) all.push_back(view.node(i));
    return all;
  };
  const std::vector<Pair> pairs{
      {curved_rod(helix, level), curved_points(helix.rod, first.place), curved_points(helix.rod, {}), first.place.clamp,
       first.wrenches[0]},
      {discrete_alone, [&](const State& state) { return nodes(RodView(second, state)); },
       [&](const State& state) { return nodes(RodView(discrete_alone, state)); }, second.clamps[0], second.wrenches[0]},
      {curved_rod(clothoid, aslant), curved_points(clothoid.rod, third.place), curved_points(clothoid.rod, {}),
       third.place.clamp, third.wrenches[0]}};

  Loads all = together.initial.loads;
  all.gravity = {0, 0.5, -3};
  std::vector<State> alone;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Wrench wrench{{0.2, -0.3, 0.4 * static_cast<double>(i)}, {0.1 * static_cast<double>(i), 0.2, -0.1}};
    Loads loads = pairs[i].alone.initial.loads;
    loads.gravity = all.gravity;
    loads.wrenches[0] = all.wrenches[pairs[i].wrench] = wrench;
    loads.clamps[0].position += Vector3d(0, 0.1, 0);
    all.clamps[pairs[i].clamp] = loads.clamps[0];
    alone.push_back(pairs[i].alone.initial);
    ASSERT_EQ(Continuation(pairs[i].alone).advance(alone.back(), loads).status, Status::ok) << i;
  }
  State state = together.initial;
  const Outcome outcome = Continuation(together).advance(state, all);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto found = pairs[i].points(state), expected = pairs[i].points_alone(alone[i]);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_LT((found[k] - expected[k]).norm(), 1e-8) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, CurvedRodModel, testing::Values(CurvatureShape::constant, CurvatureShape::linear),
                         [](const auto& test) {
                           return std::string(test.param == CurvatureShape::constant ? "Helix" : "Clothoid");
                         });

}  // namespace
}  // namespace plumb
