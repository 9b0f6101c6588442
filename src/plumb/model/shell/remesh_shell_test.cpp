#include <plumb/model/shell/remesh_shell.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/mechanics/state_fit.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/view.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

ShellSpec sheet(bool held) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 1, .width = 0.6, .nx = 8, .ny = 5, .pattern = CellPattern::alternating});
  spec.material = {0.01, 1e5, 0.3};
  spec.bending = ShellBending::hinge;
  if (held) {
    spec.supports = {{Hold::clamped, pick_points(spec.rest, [](const Vector3d& p) { return p.x() < 1e-9; }), {}}};
    spec.loads = {{pick_points(spec.rest, [](const Vector3d& p) { return p.x() > 1 - 1e-9 && p.y() < 1e-9; })}};
  }
  return spec;
}

ShellRemeshing finer() { return {{.size_min = 0.02, .size_max = 0.3, .refine_angle = 0.2}, {}, {}}; }

/// In waves along x, which a linear velocity field carries on.
State waves(const Model& model, double height) {
  State state = model.initial;
  for (Eigen::Index i = 0; i < state.q.size(); i += 3) {
    const Vector3d rest = state.q.segment<3>(i);
    state.q[i + 2] = height * std::sin(9 * rest.x());
    state.v.segment<3>(i) = Vector3d(rest.y() - 2, std::sin(7 * rest.x()), std::cos(5 * rest.y()));
  }
  return state;
}

Vector3d momentum(const Model& model, const State& state) {
  Eigen::VectorXd p;
  model.inertia->momentum(state, {}, state.v, p);
  Vector3d sum = Vector3d::Zero();
  for (Eigen::Index i = 0; i < p.size(); i += 3) sum += p.segment<3>(i);
  return sum;
}

double mass(const Model& model) {
  Eigen::VectorXd p;
  model.inertia->momentum(model.initial, {}, Eigen::VectorXd::Ones(model.layout.n_q), p);
  return p.sum() / 3;
}

TEST(RemeshShell, a_sheet_in_waves_gets_finer_and_a_flat_one_coarser_again) {
  const ShellSpec spec = sheet(false);
  const Model model = shell(spec);
  const State before = waves(model, 0.05);
  const auto fine = remeshed(spec, before, finer());
  ASSERT_TRUE(fine.has_value());
  EXPECT_GT(fine->counts.splits, 40);
  EXPECT_GT(2 * fine->state.q.size(), 3 * before.q.size());
  State flat = fine->state;
  for (Eigen::Index i = 2; i < flat.q.size(); i += 3) flat.q[i] = 0;
  const auto coarse = remeshed(spec, flat, finer());
  ASSERT_TRUE(coarse.has_value());
  EXPECT_GT(coarse->counts.collapses, 40);
  EXPECT_LT(coarse->state.q.size(), before.q.size());
  EXPECT_FALSE(remeshed(spec, coarse->state, finer()).has_value());
}

TEST(RemeshShell, mass_area_and_momentum_are_kept) {
  const ShellSpec spec = sheet(false);
  const Model model = shell(spec);
  const State before = waves(model, 0.05);
  const auto there = remeshed(spec, before, finer());
  ASSERT_TRUE(there.has_value());
  const Model after = shell(spec, there->state);
  ASSERT_TRUE(fits(there->state, after.initial));
  EXPECT_NEAR(mass(after) / mass(model), 1, 1e-13);
  EXPECT_NEAR(area(on_mesh(spec, *there->state.mesh).rest) / area(spec.rest), 1, 1e-13);
  EXPECT_LT((momentum(after, there->state) - momentum(model, before)).norm(), 1e-13 * momentum(model, before).norm());
  EXPECT_EQ(there->momenta.size(),
            static_cast<std::size_t>(there->counts.splits + there->counts.flips + there->counts.collapses));
}

TEST(RemeshShell, what_is_held_stays_where_it_is_and_the_row_stays_whole) {
  const ShellSpec spec = sheet(true);
  const Model model = shell(spec);
  const State before = waves(model, 0.05);
  const auto there = remeshed(spec, before, finer());
  ASSERT_TRUE(there.has_value());
  const ShellSpec now = on_mesh(spec, *there->state.mesh);
  ASSERT_EQ(now.supports[0].points.size(), spec.supports[0].points.size());
  for (std::size_t i = 0; i < spec.supports[0].points.size(); ++i) {
    const Eigen::Index then = 3 * spec.supports[0].points[i], here = 3 * now.supports[0].points[i];
    EXPECT_EQ(there->state.q.segment<3>(here), before.q.segment<3>(then));
    EXPECT_EQ(there->state.v.segment<3>(here), before.v.segment<3>(then));
  }
  // No free point lies on the clamped side.
  const auto n_at_side =
      std::count_if(now.rest.points.begin(), now.rest.points.end(), [](const Vector3d& p) { return p.x() < 1e-9; });
  EXPECT_EQ(static_cast<std::size_t>(n_at_side), spec.supports[0].points.size());
}

TEST(RemeshShell, is_a_pure_function_of_the_state) {
  const ShellSpec spec = sheet(true);
  const State before = waves(shell(spec), 0.05);
  const auto once = remeshed(spec, before, finer()), again = remeshed(spec, load_state(save(before)), finer());
  ASSERT_TRUE(once && again);
  EXPECT_EQ(hash(once->state), hash(again->state));
}

}  // namespace
}  // namespace plumb
