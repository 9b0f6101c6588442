// The slit annular plate lifted at one lip, the other clamped: Sze, Liu and Lo 2004, "Popular benchmark problems for
// geometric nonlinear analysis of shells". Radii 6 and 10, thickness 0.03, E = 21e6, nu = 0, line force up to 0.8 per
// length; there the ends of the lip have risen by 13.891 (inner) and 17.528 (outer).

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kInner = 13.891, kOuter = 17.528;

struct Lift {
  double inner, outer;
};

Lift lift(ShellBending bending, int n_turn, int n_radius) {
  ShellSpec s;
  s.rest = annulus_mesh({.n_turn = n_turn, .n_radius = n_radius});
  s.material = {0.03, 21e6, 0};
  s.bending = bending;
  // Both lips are on the x axis; points are numbered along the turn.
  const auto lips = pick_points(s.rest, [](const Vector3d& p) { return p.x() > 0 && std::abs(p.y()) < 1e-9; });
  const auto half = lips.begin() + static_cast<std::ptrdiff_t>(lips.size() / 2);
  s.supports = {{Hold::clamped, {half, lips.end()}, {}}};
  s.loads = {{{lips.begin(), half}}};
  const Model model = shell(s);
  State state = model.initial;
  Loads loads = state.loads;
  loads.wrenches[0].force = {0, 0, 0.8 * 4};
  const Outcome outcome = Continuation(model).advance(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  return {state.q[3 * lips.front() + 2], state.q[3 * half[-1] + 2]};
}

TEST(SlitAnnulus, opens_as_sze_liu_and_lo_found) {
  for (const auto bending : {ShellBending::tan, ShellBending::theta}) {
    const Lift found = lift(bending, 40, 4);
    EXPECT_NEAR(found.inner / kInner, 1, 0.02);
    EXPECT_NEAR(found.outer / kOuter, 1, 0.015);
  }
}

}  // namespace
}  // namespace plumb
