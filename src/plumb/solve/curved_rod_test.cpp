// Rods of curvatures, solved.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/curved_rod/curved_rod.h>
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
  const Model model = curved_rod(r, {Vector3d::Zero(), Vector3d::UnitX(), Vector3d::UnitZ()}, planar);
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
  const CurvedRodShape s = shape(r, curved_rod(r).initial, 5);
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
  State state = curved_rod(r).initial;
  state.q.setZero();
  state.q[2] = -2;
  if (GetParam() == CurvatureShape::linear) state.q[5] = 1;
  // From -2 to 1: triangles of 2/3 and 1/3 of the length.
  EXPECT_NEAR(total_twist(r, state), GetParam() == CurvatureShape::linear ? 2. / 3 + 1. / 6 : 2, 1e-15);
}

INSTANTIATE_TEST_SUITE_P(Shapes, CurvedRodModel, testing::Values(CurvatureShape::constant, CurvatureShape::linear),
                         [](const auto& test) {
                           return std::string(test.param == CurvatureShape::constant ? "Helix" : "Clothoid");
                         });

}  // namespace
}  // namespace plumb
