// What holds a shell, and what pushes it.

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

ShellSpec strip(ShellBending bending) {
  ShellSpec s;
  s.rest = rectangle_mesh({.length = 1, .width = 0.3, .nx = 12, .ny = 3, .pattern = CellPattern::alternating});
  s.material = {0.01, 12e6, 0.3};
  s.density = 100;
  s.bending = bending;
  return s;
}

State loaded(const Model& model, const Loads& loads) {
  State state = model.initial;
  const Outcome outcome = Continuation(model).advance(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.negative_modes, 0);
  return state;
}

constexpr ShellBending kKinds[] = {ShellBending::average, ShellBending::sin, ShellBending::tan, ShellBending::theta,
                                   ShellBending::hinge};

TEST(ShellSupport, a_clamp_of_a_single_row_takes_the_shell_along_and_turns_it) {
  for (const auto bending : kKinds) {
    ShellSpec s = strip(bending);
    s.supports = {{Hold::clamped, pick_points(s.rest, [](const Vector3d& p) { return p.x() < 1e-9; }), {}}};
    const Model model = shell(s);
    Loads loads = model.initial.loads;
    loads.clamps[0] = {{0.1, 0.2, 0.3}, {0, 0, 1}, {0, 1, 0}};
    const State state = loaded(model, loads);
    const Eigen::Matrix3d turn = loads.clamps[0].frame();
    for (std::size_t i = 0; i < s.rest.points.size(); ++i) {
      const Vector3d x = state.q.segment<3>(3 * static_cast<Eigen::Index>(i));
      EXPECT_LT((x - turn * s.rest.points[i] - loads.clamps[0].position).norm(), 1e-8) << static_cast<int>(bending);
    }
  }
}

// A clamped row inside holds the direction on both of its sides: what bends one half is not felt by the other.
TEST(ShellSupport, a_clamped_row_inside_parts_the_shell) {
  for (const auto bending : kKinds) {
    ShellSpec s = strip(bending);
    s.supports = {
        {Hold::clamped, pick_points(s.rest, [](const Vector3d& p) { return std::abs(p.x() - 0.5) < 1e-9; }), {}}};
    s.loads = {{pick_points(s.rest, [](const Vector3d& p) { return p.x() > 1 - 1e-9; })}};
    const Model model = shell(s);
    Loads loads = model.initial.loads;
    loads.wrenches[0].force = {0, 0, 0.1};
    const State state = loaded(model, loads);
    double left = 0, right = 0;
    for (std::size_t i = 0; i < s.rest.points.size(); ++i) {
      const double z = std::abs(state.q[3 * static_cast<Eigen::Index>(i) + 2]);
      (s.rest.points[i].x() < 0.5 ? left : right) = std::max(s.rest.points[i].x() < 0.5 ? left : right, z);
    }
    EXPECT_GT(right, 1e-3) << static_cast<int>(bending);
    EXPECT_LT(left, 1e-12) << static_cast<int>(bending);
  }
}

// Plane strain: the radius grows by p R^2 (1 - nu^2) / (E t).
TEST(ShellSupport, pressure_widens_a_cylinder_between_planes_of_symmetry) {
  for (const auto bending : kKinds) {
    ShellSpec s;
    s.rest =
        cylinder_mesh({.radius = 1, .length = 0.5, .n_length = 4, .n_turn = 12, .pattern = CellPattern::alternating});
    s.material = {0.02, 1e6, 0.3};
    s.bending = bending;
    const auto in_plane = [&](int axis, double at) {
      const auto points = pick_points(s.rest, [&](const Vector3d& p) { return std::abs(p[axis] - at) < 1e-9; });
      return ShellSupport{
          Hold::symmetric, points, {at * Vector3d::Unit(axis), Vector3d::Unit(axis), Vector3d::Unit((axis + 1) % 3)}};
    };
    s.supports = {in_plane(0, 0), in_plane(0, 0.5), in_plane(1, 0), in_plane(2, 0)};
    const Model model = shell(s);
    Loads loads = model.initial.loads;
    loads.pressures = {1};
    const State state = loaded(model, loads);
    // The mean over all points: corners have different shares of the pressure, and the polygon gives way between them.
    double wider = 0;
    for (std::size_t i = 0; i < s.rest.points.size(); ++i) {
      wider += state.q.segment<2>(3 * static_cast<Eigen::Index>(i) + 1).norm() - 1;
    }
    wider /= static_cast<double>(s.rest.points.size());
    EXPECT_NEAR(wider / ((1 - 0.3 * 0.3) / (1e6 * 0.02)), 1, 0.01) << static_cast<int>(bending);
  }
}

// A flat strip whose start is bent: it springs back to where its rest is.
TEST(ShellSupport, a_shell_returns_from_its_start_to_its_rest) {
  ShellSpec s = strip(ShellBending::tan);
  for (const Vector3d& p : s.rest.points) s.start.push_back({std::sin(p.x()), p.y(), 1 - std::cos(p.x())});
  s.supports = {{Hold::clamped, pick_points(s.rest, [](const Vector3d& p) { return p.x() < 1e-9; }), {}}};
  const Model model = shell(s);
  const State state = loaded(model, model.initial.loads);
  // Flat, along the direction in which the clamp holds the first triangles: half a cell's turn.
  const auto tip = pick_points(s.rest, [](const Vector3d& p) { return p.x() > 1 - 1e-9; });
  const Vector3d end = state.q.segment<3>(3 * tip[0]);
  EXPECT_NEAR(end.norm(), 1, 1e-9);
  EXPECT_NEAR(std::atan2(end.z(), end.x()), 0.5 / 12, 1e-6);
}

}  // namespace
}  // namespace plumb
