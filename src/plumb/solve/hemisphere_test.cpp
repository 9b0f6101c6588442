// The hemisphere with a hole of 18 degrees, pulled and pushed at four points of its free equator. Sze, Liu and Lo 2004,
// "Popular benchmark problems for geometric nonlinear analysis of shells": radius 10, thickness 0.04, E = 6.825e7,
// nu = 0.3; under forces of 400 the points move out by 4.067 and in by 8.178. Under small forces, by 0.0940 per force
// of 2 (MacNeal and Harder 1985).

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

struct Moved {
  double out, in;
};

/// A quarter with planes of symmetry; each of its points takes half of a force.
Moved pinched(ShellBending bending, int n, double force) {
  ShellSpec s;
  s.rest = hemisphere_mesh({.n_turn = n, .n_meridian = n, .pattern = CellPattern::alternating});
  s.material = {0.04, 6.825e7, 0.3};
  s.bending = bending;
  const auto in_plane = [&](int axis) {
    const auto points = pick_points(s.rest, [&](const Vector3d& p) { return std::abs(p[axis]) < 1e-9; });
    return ShellSupport{Hold::symmetric, points, {Vector3d::Zero(), Vector3d::Unit(axis), Vector3d::UnitZ()}};
  };
  s.supports = {in_plane(0), in_plane(1)};
  const int pulled =
      pick_points(s.rest, [](const Vector3d& p) { return (p - Vector3d(10, 0, 0)).norm() < 1e-9; }).at(0);
  const int pushed =
      pick_points(s.rest, [](const Vector3d& p) { return (p - Vector3d(0, 10, 0)).norm() < 1e-9; }).at(0);
  s.loads = {{{pulled}}, {{pushed}}};
  Model model = shell(s);
  model.layout.fix({3 * pulled + 2});  // or it could rise as a whole
  State state = model.initial;
  Loads loads = state.loads;
  loads.wrenches[0].force = {force / 2, 0, 0};
  loads.wrenches[1].force = {0, -force / 2, 0};
  const Outcome outcome = Continuation(model).advance(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  return {state.q[3 * pulled] - 10, 10 - state.q[3 * pushed + 1]};
}

TEST(Hemisphere, is_pinched_as_sze_liu_and_lo_found) {
  for (const auto bending : {ShellBending::tan, ShellBending::theta}) {
    const Moved moved = pinched(bending, 16, 400);
    EXPECT_NEAR(moved.out / 4.067, 1, 0.01);
    EXPECT_NEAR(moved.in / 8.178, 1, 0.03);
  }
}

TEST(Hemisphere, under_small_forces_bends_almost_without_stretching) {
  constexpr double kForce = 1e-3;
  for (const auto bending : {ShellBending::tan, ShellBending::theta}) {
    const Moved coarse = pinched(bending, 8, kForce), fine = pinched(bending, 16, kForce);
    const double reference = 0.0940 / 2 * kForce;
    EXPECT_NEAR(fine.out / reference, 1, 0.01);
    EXPECT_NEAR(fine.in / fine.out, 1, 0.01);
    EXPECT_LT(std::abs(fine.out - reference), 0.5 * std::abs(coarse.out - reference));
  }
}

}  // namespace
}  // namespace plumb
