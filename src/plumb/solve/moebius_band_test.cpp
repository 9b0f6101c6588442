// Moebius bands, solved: closed by forces on their end.

#include <plumb/model/curved_rod/moebius_band.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/energy/rod/curved_pull.h>
#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/solve/held_points.h>
#include <plumb/strain/wunderlich.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kPi = std::numbers::pi;

struct Solved {
  MoebiusBand band;
  State state;
  HeldOutcome outcome;
};

Solved half_solved(const MoebiusSpec& spec) {
  Solved s{moebius_half(spec), {}, {}};
  s.state = s.band.model.initial;
  s.outcome = hold(s.band.model, s.state, s.band.closure, {.stiffness = 10 * spec.width});
  return s;
}

Solved solved(double width, int n) {
  const MoebiusSpec spec{.width = width, .n_elements = n / 2};
  const Solved half = half_solved(spec);
  EXPECT_EQ(half.outcome.status, Status::ok);
  Solved s{moebius_band(spec, half.state), {}, {}};
  s.state = s.band.model.initial;
  s.outcome = hold(s.band.model, s.state, s.band.closure, {});
  return s;
}

/// The force in the band, which is the same everywhere.
Vector3d force_in(const State& state) {
  Vector3d sum = Vector3d::Zero();
  for (const Wrench& wrench : state.loads.wrenches) sum += wrench.force;
  return sum;
}

TEST(MoebiusBand, is_closed_after_half_a_turn_at_rest_and_stable) {
  const Solved s = solved(0.2, 60);
  ASSERT_EQ(s.outcome.status, Status::ok);
  EXPECT_EQ(s.outcome.negative_modes, 0);
  EXPECT_LT(s.outcome.residual, 1e-7);
  const CurvedRodShape line = shape(s.band.ribbon, s.state);
  EXPECT_LT((line.positions.back() - line.positions.front()).norm(), 1e-9);
  const Eigen::Matrix3d half_turn = Vector3d(1, -1, -1).asDiagonal();
  EXPECT_LT((line.frames.front().transpose() * line.frames.back() - half_turn).norm(), 1e-9);
  EXPECT_NEAR(linking_number(s.band.ribbon, s.state), 0.5, 1e-3) << "and not three half turns";
}

/// Nothing asks for it: the band has a two-fold axis through its inflexion and the point opposite.
TEST(MoebiusBand, has_a_two_fold_axis_and_its_inflexion_at_the_seam) {
  const Solved s = solved(0.2, 60);
  ASSERT_EQ(s.outcome.status, Status::ok);
  for (int node = 0; node <= 60; ++node) {
    EXPECT_NEAR(s.band.kappa(s.state, node), s.band.kappa(s.state, 60 - node), 1e-6);
    EXPECT_NEAR(s.band.eta(s.state, node), s.band.eta(s.state, 60 - node), 1e-6);
  }
  const Vector3d opposite = shape(s.band.ribbon, s.state).positions[30];
  EXPECT_LT(std::hypot(opposite.x(), opposite.z()), 1e-6) << "on the axis, which is along the generator at the seam";
  EXPECT_LT(std::abs(s.band.kappa(s.state, 0)), 0.1 * std::abs(s.band.kappa(s.state, 30)));
  EXPECT_GT(std::abs(s.band.eta(s.state, 1) / s.band.arc(1)) * 0.2, 1.5) << "generators all but meet at the edge";
}

/// The energy does not depend on where along the band one is, so g + eta' dg/d(eta') + force . tangent is the same
/// everywhere (Noether), where g is the energy per length. The elements do not know that.
TEST(MoebiusBand, keeps_the_integral_that_belongs_to_gliding_along_itself) {
  const auto spread = [](int n) {
    const double width = 0.2;
    const Solved s = solved(width, n);
    EXPECT_EQ(s.outcome.status, Status::ok);
    const CurvedRodShape line = shape(s.band.ribbon, s.state, 2);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int e = 0; e < n; ++e) {
      const double from = s.band.arc(e), to = s.band.arc(e + 1),
                   x = width * (s.band.eta(s.state, e + 1) - s.band.eta(s.state, e)) / (to - from);
      if (std::min(from, 2 * kPi - to) < 0.3) continue;  // the seam
      const double kappa = 0.5 * (s.band.kappa(s.state, e) + s.band.kappa(s.state, e + 1));
      const double eta = 0.5 * (s.band.eta(s.state, e) + s.band.eta(s.state, e + 1));
      const double bent = 0.5 * s.band.ribbon.bend * std::pow(kappa * (1 + eta * eta), 2);
      constexpr double kStep = 1e-4;
      const double slope = (wunderlich(x + kStep) - wunderlich(x - kStep)) / (2 * kStep);
      const double integral = bent * (wunderlich(x) + x * slope) +
                              force_in(s.state).dot(line.frames[static_cast<std::size_t>(2 * e + 1)].col(0));
      least = std::min(least, integral);
      most = std::max(most, integral);
    }
    return (most - least) / (s.outcome.energy / (2 * kPi));
  };
  const double coarse = spread(40), fine = spread(80);
  EXPECT_LT(fine, 0.02);
  EXPECT_LT(fine, 0.5 * coarse);
}

TEST(MoebiusBand, wider_bands_store_more_over_their_width) {
  double last = 0;
  for (const double width : {0.1, 0.3, 0.6}) {
    const Solved s = solved(width, 50);
    ASSERT_EQ(s.outcome.status, Status::ok) << width;
    EXPECT_GT(s.outcome.energy / width, last);
    last = s.outcome.energy / width;
  }
}

/// At the inflexion the moment about the generator vanishes by symmetry. A narrow strip stores (kappa + twist^2 /
/// kappa)^2, whose derivative by kappa is zero at kappa = twist: its generators come in at 45 degrees, but for the
/// stretch, in proportion to the width, over which they fan out from the one across.
TEST(MoebiusBand, generators_of_a_narrow_band_come_in_at_45_degrees) {
  const auto steepest = [](double width) {
    const Solved s = half_solved({.width = width, .n_elements = 60});
    EXPECT_EQ(s.outcome.status, Status::ok);
    double most = 0;
    for (int node = 0; node <= 60; ++node) most = std::max(most, std::abs(s.band.eta(s.state, node)));
    return most;
  };
  const double wide = steepest(0.1), narrow = steepest(0.05);
  EXPECT_NEAR(2 * narrow - wide, 1, 0.01) << "extrapolated to no width";
  EXPECT_LT(1 - narrow, 0.6 * (1 - wide));
}

/// Both edges and the centreline between them lie in one plane along each generator: the surface does not stretch.
TEST(MoebiusBand, generators_lie_in_one_tangent_plane) {
  const Solved s = solved(0.2, 60);
  ASSERT_EQ(s.outcome.status, Status::ok);
  constexpr int kPer = 64;
  const auto left = generator_ends(s.band.ribbon, s.state, kPer, 1),
             right = generator_ends(s.band.ribbon, s.state, kPer, -1);
  double most = 0;
  for (std::size_t i = 20 * kPer; i < 40 * kPer; ++i) {
    const Vector3d across = left[i] - right[i], along = left[i + 1] - left[i], other = right[i + 1] - right[i];
    most = std::max(most, std::abs(across.cross(along).normalized().dot(other.normalized())));
  }
  EXPECT_LT(most, 5e-3);
}

/// A rod clamped at its start, its end drawn towards the clamp and free to turn: the elastica. The moment at a place is
/// that of the force that holds the end, and bends the rod as much.
TEST(HeldPoints, a_straight_rod_with_its_ends_drawn_together_is_the_elastica) {
  CurvedRod rod;
  rod.shape = CurvatureShape::linear;
  constexpr int n = 60;
  rod.lengths.assign(n, 1.0 / n);
  rod.bend_1 = rod.bend_2 = rod.twist = 1;
  rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
  ModelBuilder builder;
  const CurvedRodParts parts = add_curved_rod(builder, {.rod = rod, .planar = true});
  const std::size_t end = builder.wrench();
  builder.add(curved_arm_force(rod, parts.place, Vector3d::Zero(), end));
  const std::vector<HeldPoint> held{{end, Vector3d::UnitX(), 0.8}, {end, Vector3d::UnitY(), 0}};
  const Model model = builder.finish();
  State state = model.initial;
  for (int i = 0; i < rod.n_unknowns(); i += 3) state.q[i] = 2 - 0.07 * i;
  const HeldOutcome outcome = hold(model, state, held, {.stiffness = 100});
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  EXPECT_LT((shape(rod, state).tip() - Vector3d(0.8, 0, 0)).norm(), 1e-9);
  const CurvedRodShape line = shape(rod, state);
  const Vector3d f = state.loads.wrenches[0].force;
  for (int node = 0; node <= n; node += 10) {
    const Vector3d arm = line.positions.back() - line.positions[static_cast<std::size_t>(node)];
    EXPECT_NEAR(state.q[3 * node], arm.cross(f).z(), 0.02) << node;
  }
  EXPECT_GT(std::abs(state.q[0]), 1);
}

}  // namespace
}  // namespace plumb
