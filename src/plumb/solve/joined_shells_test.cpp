// Shells that share a model with others: beside them, along a rod, along each other.

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/naghdi_shell/naghdi_shell.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/model/spline_shell/spline_view.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kLength = 1, kWidth = 0.04, kThickness = 1e-3;
constexpr int kAlong = 40;
constexpr double kStep = kLength / kAlong;

/// A strip along x, clamped by two rows of points, without lateral contraction. Its bending stiffness D is 1 N m.
ShellSpec strip() {
  ShellSpec s;
  s.rest =
      rectangle_mesh({.length = kLength, .width = kWidth, .nx = kAlong, .ny = 2, .pattern = CellPattern::alternating});
  s.material = {kThickness, 12 / std::pow(kThickness, 3), 0};
  s.density = 1 / kThickness;
  s.clamped = pick_points(s.rest, [](const Vector3d& p) { return p.x() < 1.5 * kStep; });
  s.clamp = {{0.5 * kStep, 0.5 * kWidth, 0}, Vector3d::UnitX(), Vector3d::UnitY()};
  s.loads = {{pick_points(s.rest, [](const Vector3d& p) { return p.x() > kLength - 0.5 * kStep; })}};
  return s;
}

/// A rod along the middle of the strip, clamped by its first edge as the strip is.
RodSpec boning(double bend) {
  RodSpec rod;
  for (int i = 0; i <= kAlong; ++i) rod.nodes.push_back(i * kStep);
  rod.stiffness = {.stretch = 1e6, .bend_1 = bend, .bend_2 = bend, .twist = bend, .mass_per_length = 1};
  rod.clamped_edges = {0};
  return rod;
}

/// The pose at which the rod's first node is the middle of the strip's first row.
const Pose kMiddle{{0.5 * kStep, 0.5 * kWidth, 0}, Vector3d::UnitX(), Vector3d::UnitY()};

State settled(const Model& model, const Loads& loads) {
  State state = model.initial;
  const Outcome outcome = Continuation(model).advance(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  return state;
}

int middle_point(const ShellSpec& s, int station) {
  const auto found = pick_points(
      s.rest, [&](const Vector3d& p) { return (p - Vector3d(station * kStep, 0.5 * kWidth, 0)).norm() < 1e-9; });
  return found.at(0);
}

TEST(JoinedShells, beside_a_rod_in_one_model_hang_as_alone) {
  ModelBuilder builder;
  const RodParts rod = add_elastic_rod(builder, boning(0.1), {{0, 5, 0}, Vector3d::UnitX(), Vector3d::UnitY()});
  const ShellSpec spec = strip();
  const ShellParts plate = add_shell(builder, spec);
  const Model both = builder.finish(), alone = shell(spec);
  EXPECT_GT(plate.point(0), rod.node(kAlong));

  Loads loads = both.initial.loads, own = alone.initial.loads;
  loads.gravity = own.gravity = {0, 0, -3};
  const State joined = settled(both, loads), single = settled(alone, own);
  for (int i = 0; i < static_cast<int>(plate.points.size()); ++i) {
    EXPECT_LT((joined.q.segment<3>(plate.point(i)) - single.q.segment<3>(3 * i)).norm(), 1e-8) << i;
  }
  EXPECT_LT(joined.q[rod.node(kAlong) + 2], -0.1);
}

// Beams side by side: the stiffnesses add, and the tip sinks by P L^3 / 3 (D width + EI) from the plane of the clamp.
TEST(JoinedShells, a_rod_along_a_strip_adds_its_bending_stiffness) {
  const ShellSpec spec = strip();
  ModelBuilder builder;
  const ShellParts plate = add_shell(builder, spec);
  SharedNodes shared;
  for (int i = 0; i <= kAlong; ++i) shared[i] = plate.point(middle_point(spec, i));
  const double bend = 3 * kWidth;
  add_elastic_rod(builder, boning(bend), kMiddle, shared);
  const Model model = builder.finish();

  constexpr double kPull = 1e-4;
  Loads loads = model.initial.loads;
  loads.wrenches[plate.wrenches[0]].force = {0, 0, kPull};
  const State state = settled(model, loads);
  const double free = kLength - 0.5 * kStep, sinks = kPull * std::pow(free, 3) / (3 * (kWidth + bend));
  EXPECT_NEAR(state.q[plate.point(middle_point(spec, kAlong)) + 2] / sinks, 1, 5e-3);
}

TEST(JoinedShells, have_pressures_of_their_own) {
  ModelBuilder builder;
  const ShellSpec spec = strip();
  const ShellParts first = add_shell(builder, spec), second = add_shell(builder, spec);
  const Model model = builder.finish();
  Loads loads = model.initial.loads;
  loads.pressures[first.pressure] = 1e-4;
  loads.pressures[second.pressure] = -2e-4;
  const State state = settled(model, loads);
  const int tip = middle_point(spec, kAlong);
  const double up = state.q[first.point(tip) + 2], down = state.q[second.point(tip) + 2];
  EXPECT_GT(up, 1e-6);
  EXPECT_NEAR(down / up, -2, 1e-5);
}

// Strips that share a row of points turn freely against each other about it: the second one hangs from the first.
TEST(JoinedShells, that_share_a_row_of_points_are_hinged_along_it) {
  const ShellSpec clamped = strip();
  ShellSpec hung;
  hung.rest = clamped.rest;
  for (Vector3d& p : hung.rest.points) p.x() += kLength;
  hung.material = clamped.material;
  hung.density = clamped.density;
  ModelBuilder builder;
  const ShellParts first = add_shell(builder, clamped);
  SharedPoints shared;
  for (int i = 0; i <= 2; ++i) shared[i] = first.point(3 * kAlong + i);
  const ShellParts second = add_shell(builder, hung, shared);
  const Model model = builder.finish();
  EXPECT_EQ(second.point(0), first.point(3 * kAlong));

  // A strip that hangs from its hinge under its own weight is straight and vertical.
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -1e-3};
  const State state = settled(model, loads);
  const int end = middle_point(clamped, kAlong);
  const Vector3d hinge = state.q.segment<3>(first.point(end)), tip = state.q.segment<3>(second.point(end));
  EXPECT_LT((tip - hinge - Vector3d(0, 0, -kLength)).norm(), 1e-4);
}

// Other discretisations behind a rod: they begin where the builder lets them.
TEST(JoinedShells, of_splines_and_of_directors_hang_behind_a_rod_as_alone) {
  SplineShellSpec spline;
  spline.material = {1e-2, 12e6, 0};
  spline.density = 100;
  NaghdiShellSpec naghdi;
  naghdi.material = spline.material;
  naghdi.density = spline.density;
  ModelBuilder builder;
  add_elastic_rod(builder, boning(0.1), {{0, 5, 0}, Vector3d::UnitX(), Vector3d::UnitY()});
  const SplineShellParts smooth = add_spline_shell(builder, spline);
  const NaghdiShellParts sheared = add_naghdi_shell(builder, naghdi);
  const Model joined = builder.finish(), one = spline_shell(spline), other = naghdi_shell(naghdi);
  const auto hang = [](const Model& model) {
    Loads loads = model.initial.loads;
    loads.gravity = {0, 0, -2};
    return settled(model, loads);
  };
  const State all = hang(joined), alone = hang(one), besides = hang(other);
  EXPECT_LT((SplineShellView(spline, all, smooth).tip() - SplineShellView(spline, alone).tip()).norm(), 1e-8);
  ModelBuilder again;
  const int last = add_naghdi_shell(again, naghdi).unknowns.points.back();
  EXPECT_LT((all.q.segment<3>(sheared.unknowns.points.back()) - besides.q.segment<3>(last)).norm(), 1e-8);
  EXPECT_LT(SplineShellView(spline, all, smooth).tip().z(), -0.1);
}

}  // namespace
}  // namespace plumb
