#include <plumb/model/shell/shell.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

constexpr int kAlong = 30, kAcross = 4;

/// A strip of unit length and D = 1, clamped at x = 0 between its first two rows.
ShellSpec strip(ShellBending bending) {
  const double step = 1 / (kAlong - 0.5), width = kAcross * step, thickness = 1e-3;
  ShellSpec spec;
  spec.rest = rectangle_mesh(
      {.length = kAlong * step, .width = width, .nx = kAlong, .ny = kAcross, .pattern = CellPattern::alternating});
  for (auto& p : spec.rest.points) p -= Eigen::Vector3d(0.5 * step, 0.5 * width, 0);
  spec.material = {thickness, 12 / std::pow(thickness, 3), 0};
  spec.density = 1 / thickness;
  spec.bending = bending;
  for (int i = 0; i < 2 * (kAcross + 1); ++i) spec.clamped.push_back(i);
  return spec;
}

Eigen::Vector3d tip(const Model& model, const State& state) {
  return model.embedding->points_at(state.q, {})[kAlong * (kAcross + 1) + kAcross / 2];
}

// H/W of the elastica under rho g h L^3 / D = 1, from 'plumb curve cantilever --at 1'.
TEST(Shell, a_strip_bends_as_the_elastica_whatever_its_normals) {
  constexpr double kAspect = 0.1245617664;
  for (const auto bending : {ShellBending::average, ShellBending::sin, ShellBending::tan, ShellBending::theta}) {
    const Model model = shell(strip(bending));
    State state = model.initial;
    Loads loads = state.loads;
    loads.gravity = {0, 0, -1};
    const Outcome outcome = Continuation(model).advance(state, loads);
    ASSERT_EQ(outcome.status, Status::ok);
    EXPECT_EQ(outcome.negative_modes, 0);
    const Eigen::Vector3d end = tip(model, state);
    EXPECT_NEAR(-end.z() / end.x() / kAspect, 1, 2e-3) << static_cast<int>(bending);
    EXPECT_NEAR(end.y(), 0, 1e-9);
  }
}

// Hinges are no plate: what a strip with free sides is worth depends on how its cells are cut, here a fifth less.
TEST(Shell, a_strip_of_hinges_is_as_stiff_as_its_mesh_makes_it) {
  const Model model = shell(strip(ShellBending::hinge));
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = {0, 0, -1e-3};
  ASSERT_EQ(Continuation(model).advance(state, loads).status, Status::ok);
  const double plate = 1e-3 / 8;  // rho g h L^4 / 8 D
  EXPECT_NEAR(-tip(model, state).z() / plate, 1.21, 0.02);
}

TEST(Shell, moves_with_its_clamp_as_a_rigid_body) {
  const Model model = shell(strip(ShellBending::tan));
  State state = model.initial;
  Loads loads = state.loads;
  loads.clamps[0] = {{0.1, 0.2, 0.3}, {0, 0, 1}, {0, 1, 0}};
  ASSERT_EQ(Continuation(model).advance(state, loads).status, Status::ok);
  EXPECT_LT((tip(model, state) - Eigen::Vector3d(0.1, 0.2, 1.3)).norm(), 1e-9);
}

TEST(Shell, a_curved_rest_shape_is_at_rest) {
  for (const auto bending : {ShellBending::tan, ShellBending::average, ShellBending::hinge}) {
    ShellSpec spec;
    spec.rest = cylinder_mesh({.radius = 1, .length = 1, .n_length = 6, .n_turn = 8});
    spec.material = {0.01, 1e6, 0.3};
    spec.bending = bending;
    for (int i = 0; i < 9; ++i) spec.clamped.push_back(i);
    const Model model = shell(spec);
    Assembly assembly(model.layout, model.energies);
    Potential potential(assembly.pattern());
    ASSERT_EQ(assembly.evaluate(model.initial, model.initial.loads, {.value = true, .gradient = true}, potential),
              Status::ok);
    EXPECT_LT(std::abs(potential.value), 1e-9);
    EXPECT_LT(potential.gradient.cwiseAbs().maxCoeff(), 1e-6);
  }
}

}  // namespace
}  // namespace plumb
