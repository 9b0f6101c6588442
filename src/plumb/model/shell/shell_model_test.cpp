#include <plumb/model/shell/shell.h>

#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/shell/pick_points.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr int kNx = 4, kNy = 3;

/// Cells become wider along x: 1, 3, 5 and 7 sixteenths.
ShellSpec plate() {
  ShellSpec s;
  s.rest = rectangle_mesh({.length = 1, .width = 0.6, .nx = kNx, .ny = kNy, .grading = power_grading(2)});
  s.material = {0.01, 1e6, 0.3};
  s.density = 1000;
  return s;
}

std::vector<int> side(const ShellSpec& s) {
  return pick_points(s.rest, [](const Vector3d& p) { return p.y() < 1e-9; });
}

/// The force of the loads on every unknown at the start, where nothing is strained.
Eigen::VectorXd forces(const Model& model, const Loads& loads) {
  Model all_free = model;
  std::iota(all_free.layout.free_index.begin(), all_free.layout.free_index.end(), 0);
  all_free.layout.n_free = all_free.layout.n_q;
  Assembly assembly(all_free.layout, all_free.energies);
  Potential potential(assembly.pattern());
  EXPECT_EQ(assembly.evaluate(model.initial, loads, {.gradient = true}, potential), Status::ok);
  return -potential.gradient;
}

Eigen::VectorXd forces_of_one_up(const ShellSpec& s) {
  const Model model = shell(s);
  Loads loads = model.initial.loads;
  loads.wrenches.at(0).force = {0, 0, 1};
  return forces(model, loads);
}

TEST(ShellModel, without_supports_is_a_free_body) {
  const Model model = shell(plate());
  EXPECT_EQ(model.layout.n_free, model.layout.n_q);
  EXPECT_TRUE(model.constraints.empty());
  EXPECT_TRUE(model.initial.loads.clamps.empty());
}

TEST(ShellModel, spreads_a_force_along_an_edge_by_length) {
  ShellSpec s = plate();
  s.loads = {{side(s)}};
  const Eigen::VectorXd f = forces_of_one_up(s);
  const double expected[] = {0.5, 2, 4, 6, 3.5};  // halves of the edges beside each point, of 16
  for (std::size_t i = 0; i < s.loads[0].points.size(); ++i) {
    EXPECT_NEAR(f[3 * s.loads[0].points[i] + 2], expected[i] / 16, 1e-12);
  }
  EXPECT_NEAR(f.sum(), 1, 1e-12);
}

TEST(ShellModel, spreads_a_force_on_a_patch_by_area_and_on_a_point_not_at_all) {
  ShellSpec s = plate();
  s.loads = {{pick_points(s.rest, [](const Vector3d&) { return true; })}};
  Eigen::VectorXd f = forces_of_one_up(s);
  EXPECT_NEAR(f.sum(), 1, 1e-12);
  // As weight is spread.
  const Model model = shell(s);
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, 1 / (1000 * 0.01 * 0.6)};
  EXPECT_LT((f - forces(model, loads)).norm(), 1e-12);
  s.loads = {{{7}}};
  f = forces_of_one_up(s);
  EXPECT_NEAR(f[23], 1, 1e-12);
  EXPECT_NEAR(f.cwiseAbs().sum(), 1, 1e-9);
}

TEST(ShellModel, takes_a_moment_only_at_a_boundary_edge) {
  ShellSpec s = plate();
  EXPECT_TRUE(takes_moment(s, {side(s)}));
  EXPECT_FALSE(takes_moment(s, {{0}}));
  EXPECT_FALSE(takes_moment(s, {{kNy + 2, kNy + 3}}));  // an edge inside
  s.loads = {{side(s)}};
  const Model model = shell(s);
  Loads loads = model.initial.loads;
  loads.wrenches[0].moment = {2, 0, 0};
  // About the edge, which its directors take: they sum to the moment.
  const Eigen::VectorXd f = forces(model, loads);
  EXPECT_NEAR(f.tail(f.size() - 3 * static_cast<Eigen::Index>(s.rest.points.size())).cwiseAbs().sum(), 2, 1e-12);
}

TEST(ShellModel, pressure_pushes_with_the_area) {
  const ShellSpec s = plate();
  const Model model = shell(s);
  Loads loads = model.initial.loads;
  loads.pressures = {5};
  const Eigen::VectorXd f = forces(model, loads);
  double up = 0;
  for (std::size_t i = 0; i < s.rest.points.size(); ++i) up += f[3 * static_cast<Eigen::Index>(i) + 2];
  EXPECT_NEAR(up, 5 * 0.6, 1e-12);
}

TEST(ShellModel, has_the_thickness_of_each_triangle) {
  ShellSpec s = plate();
  for (std::size_t t = 0; t < s.rest.triangles.size(); ++t) s.thickness.push_back(t == 0 ? 0.03 : 0.02);
  const double volume = 0.02 * 0.6 + 0.01 * area(s.rest, 0);
  const Model model = shell(s);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.layout.n_q);
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(s.rest.points.size()); ++i) v[3 * i] = 1;
  EXPECT_NEAR(model.inertia->energy(model.initial, {}, v), 0.5 * 1000 * volume, 1e-12);
  // Bending goes by the cube: the director of an edge inside, turned, between two triangles of the same thickness.
  const auto stiffness = [](const ShellSpec& spec) {
    const Model m = shell(spec);
    Assembly assembly(m.layout, m.energies);
    Potential potential(assembly.pattern());
    EXPECT_EQ(assembly.evaluate(m.initial, m.initial.loads, {.hessian = true}, potential), Status::ok);
    return potential.hessian.dense()(m.layout.n_q - 3, m.layout.n_q - 3);
  };
  EXPECT_NEAR(stiffness(s) / stiffness(plate()), 8, 1e-10);
}

TEST(ShellModel, starts_where_it_is_told_and_is_held_there) {
  ShellSpec s = plate();
  for (const Vector3d& p : s.rest.points) s.start.push_back(1.1 * p + Vector3d(0, 0, 1));
  s.supports = {{Hold::hinged, side(s), {}}};
  const Model model = shell(s);
  EXPECT_EQ(model.initial.q.segment<3>(3 * 5), s.start[5]);
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
  model.constraints[0]->step_to(model.initial, model.initial.loads, step);
  EXPECT_LT(step.norm(), 1e-15);
  EXPECT_GT(forces(model, model.initial.loads).norm(), 1);  // stretched
}

TEST(ShellModel, each_support_holds_what_it_says) {
  ShellSpec s = plate();
  const int n = static_cast<int>(side(s).size()), n_edges = n - 1;
  const auto n_fixed = [&](Hold hold, ShellBending bending) {
    s.bending = bending;
    s.supports = {{hold, side(s), {Vector3d::Zero(), Vector3d::UnitY(), Vector3d::UnitZ()}}};
    const Model model = shell(s);
    return model.layout.n_q - model.layout.n_free;
  };
  EXPECT_EQ(n_fixed(Hold::hinged, ShellBending::tan), 3 * n);
  EXPECT_EQ(n_fixed(Hold::clamped, ShellBending::tan), 3 * n + n_edges);
  EXPECT_EQ(n_fixed(Hold::symmetric, ShellBending::tan), n + n_edges);
  EXPECT_EQ(n_fixed(Hold::symmetric, ShellBending::hinge), n);
  EXPECT_EQ(n_fixed(Hold::clamped, ShellBending::average), 3 * n);
}

TEST(ShellModel, supports_follow_their_own_poses_after_the_single_clamp) {
  ShellSpec s = plate();
  s.clamped = {0, 1};
  s.supports = {{Hold::hinged, {10}, {}}};
  const Model model = shell(s);
  ASSERT_EQ(model.initial.loads.clamps.size(), 2u);
  Loads loads = model.initial.loads;
  loads.clamps[1].position = {0, 0, 0.25};
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
  for (const auto& constraint : model.constraints) constraint->step_to(model.initial, loads, step);
  EXPECT_NEAR(step[32], 0.25, 1e-15);
  EXPECT_NEAR(step.norm(), 0.25, 1e-15);
}

// A curved shell is at rest whatever holds it: held directions are those of the rest shape.
TEST(ShellModel, a_curved_shell_in_its_supports_is_at_rest) {
  for (const auto bending : {ShellBending::tan, ShellBending::average, ShellBending::theta, ShellBending::hinge}) {
    for (const bool clamped : {true, false}) {
      ShellSpec s;
      s.rest = cylinder_mesh({.radius = 1, .length = 1, .n_length = 5, .n_turn = 6});
      s.material = {0.01, 1e6, 0.3};
      s.bending = bending;
      const auto rim = [&](int axis) {
        return pick_points(s.rest, [axis](const Vector3d& p) { return std::abs(p[axis]) < 1e-9; });
      };
      s.supports = {
          {clamped ? Hold::clamped : Hold::symmetric, rim(1), {Vector3d::Zero(), Vector3d::UnitY(), Vector3d::UnitZ()}},
          {Hold::symmetric, rim(2), {Vector3d::Zero(), Vector3d::UnitZ(), Vector3d::UnitX()}}};
      const Model model = shell(s);
      EXPECT_LT(forces(model, model.initial.loads).cwiseAbs().maxCoeff(), 1e-9) << static_cast<int>(bending);
    }
  }
}

void expect_refused(const std::function<void(ShellSpec&)>& spoil) {
  ShellSpec s = plate();
  spoil(s);
  EXPECT_THROW(shell(s), UserError);
}

TEST(ShellModel, refuses_what_no_shell_can_be_made_of) {
  EXPECT_NO_THROW(shell(plate()));
  expect_refused([](ShellSpec& s) { s.thickness = {0.01}; });
  expect_refused([](ShellSpec& s) { s.material.thickness = 0; });
  expect_refused([](ShellSpec& s) { s.material.poisson = 1; });
  expect_refused([](ShellSpec& s) { s.material.young = NAN; });
  expect_refused([](ShellSpec& s) { s.density = -1; });
  expect_refused([](ShellSpec& s) { s.start = {{0, 0, 0}}; });
  expect_refused([](ShellSpec& s) {
    s.start = s.rest.points;
    s.start[3].x() = INFINITY;
  });
  expect_refused([](ShellSpec& s) { s.supports = {{Hold::hinged, {100}, {}}}; });
  expect_refused([](ShellSpec& s) { s.clamped = {-1}; });
  expect_refused([](ShellSpec& s) { s.loads = {{{100}}}; });
  expect_refused([](ShellSpec& s) { s.loads = {{}}; });
  // A plane that is askew, and one that its points are not in.
  expect_refused([](ShellSpec& s) {
    s.supports = {{Hold::symmetric, {0}, {Vector3d::Zero(), Vector3d(0.6, 0.8, 0), Vector3d::UnitZ()}}};
  });
  expect_refused([](ShellSpec& s) { s.supports = {{Hold::symmetric, {0, 5}, {}}}; });
}

}  // namespace
}  // namespace plumb
