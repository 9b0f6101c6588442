#include <plumb/model/shell/on_mesh.h>

#include <algorithm>
#include <numeric>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/mechanics/state_fit.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/view.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A strip that is clamped at one end and pulled at the other.
ShellSpec strip() {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 1, .width = 0.5, .nx = 6, .ny = 3, .pattern = CellPattern::alternating});
  spec.material = {0.01, 1e5, 0.3};
  spec.bending = ShellBending::hinge;
  spec.supports = {{Hold::clamped, pick_points(spec.rest, [](const Vector3d& p) { return p.x() < 1e-9; }), {}}};
  spec.loads = {{pick_points(spec.rest, [](const Vector3d& p) { return p.x() > 1 - 1e-9; })}};
  return spec;
}

/// A mesh under other numbers: point i of the old one has the number `number[i]`.
struct Renumbered {
  MeshNow mesh;
  std::vector<int> number;
};

Renumbered shuffled(const MeshNow& mesh) {
  std::mt19937 random(7);
  Renumbered now;
  now.number.resize(mesh.rest.size());
  std::iota(now.number.begin(), now.number.end(), 0);
  std::shuffle(now.number.begin(), now.number.end(), random);
  now.mesh = mesh;
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
    now.mesh.rest[at(now.number[i])] = mesh.rest[i];
    now.mesh.names[at(now.number[i])] = mesh.names[i];
  }
  for (auto& t : now.mesh.triangles) t = {now.number[at(t[1])], now.number[at(t[2])], now.number[at(t[0])]};
  std::reverse(now.mesh.triangles.begin(), now.mesh.triangles.end());
  return now;
}

/// Every point somewhere near its place, with a load that pulls.
State shaken(const Model& model) {
  State state = model.initial;
  for (Eigen::Index i = 0; i < state.q.size(); ++i) state.q[i] += 0.01 * std::sin(3.0 * static_cast<double>(i));
  state.loads.wrenches[0] = {{1, 2, -3}, {0.1, 0.2, 0.3}};
  state.loads.gravity = {0, 0, -9.81};
  return state;
}

TEST(OnMesh, without_a_change_it_is_the_shell_that_was_specified) {
  const ShellSpec spec = strip();
  State there;
  there.mesh = std::make_shared<const MeshNow>(mesh_of(spec));
  const Model specified = shell(spec), same = shell(spec, there);
  const State state = shaken(specified);
  EXPECT_EQ(*gradient_on_all(specified, state), *gradient_on_all(same, state));
  EXPECT_EQ(shell(spec, State{}).initial.q, specified.initial.q);
}

TEST(OnMesh, supports_and_loads_find_their_points_under_other_numbers) {
  const ShellSpec spec = strip();
  const Renumbered now = shuffled(mesh_of(spec));
  State there;
  there.mesh = std::make_shared<const MeshNow>(now.mesh);
  const Model before = shell(spec), after = shell(spec, there);
  const State state = shaken(before);
  State moved = after.initial;
  moved.loads = state.loads;
  for (std::size_t i = 0; i < now.number.size(); ++i) {
    moved.q.segment<3>(3 * now.number[i]) = state.q.segment<3>(3 * static_cast<Eigen::Index>(i));
  }
  const Eigen::VectorXd old_gradient = *gradient_on_all(before, state), gradient = *gradient_on_all(after, moved);
  for (std::size_t i = 0; i < now.number.size(); ++i) {
    const Eigen::Index old_place = 3 * static_cast<Eigen::Index>(i), place = 3 * now.number[i];
    EXPECT_LT((gradient.segment<3>(place) - old_gradient.segment<3>(old_place)).norm(), 1e-9 * old_gradient.norm());
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(after.layout.is_free(static_cast<int>(place) + axis),
                before.layout.is_free(static_cast<int>(old_place) + axis));
    }
  }
}

TEST(OnMesh, the_state_fits_the_model_of_its_mesh_alone) {
  const ShellSpec spec = strip();
  State there;
  there.mesh = std::make_shared<const MeshNow>(shuffled(mesh_of(spec)).mesh);
  const Model model = shell(spec, there);
  EXPECT_TRUE(fits(model.initial, model.initial));
  EXPECT_TRUE(fits(load_state(save(model.initial)), model.initial));
  EXPECT_FALSE(fits(model.initial, shell(spec).initial));
}

TEST(OnMesh, a_point_that_is_meant_and_not_there_is_named) {
  const ShellSpec spec = strip();
  MeshNow mesh = mesh_of(spec);
  mesh.names[at(spec.supports[0].points[1])] = 1000;
  EXPECT_THAT([&] { on_mesh(spec, mesh); },
              testing::ThrowsMessage<UserError>(testing::HasSubstr("a support holds the point with the name 1")));
}

TEST(OnMesh, what_must_stay_are_the_points_of_supports_and_loads) {
  const ShellSpec spec = strip();
  const std::vector<std::uint64_t> meant = meant_points(spec);
  EXPECT_EQ(meant.size(), 8u);
  for (const std::uint64_t name : meant) {
    const double x = spec.rest.points[name].x();
    EXPECT_TRUE(x < 1e-9 || x > 1 - 1e-9);
  }
}

TEST(OnMesh, a_new_point_starts_where_the_start_has_its_place) {
  ShellSpec spec = strip();
  for (const Vector3d& p : spec.rest.points) spec.start.push_back({0.9 * p.x(), p.y() + 0.1 * p.x(), 0.2 * p.x()});
  MeshNow mesh = mesh_of(spec);
  // Its first triangle gets a point in the middle.
  const auto t = mesh.triangles[0];
  const int added = static_cast<int>(mesh.rest.size());
  mesh.rest.push_back((mesh.rest[at(t[0])] + mesh.rest[at(t[1])] + mesh.rest[at(t[2])]) / 3);
  mesh.names.push_back(12345);
  mesh.triangles[0] = {t[0], t[1], added};
  mesh.triangles.push_back({t[1], t[2], added});
  mesh.triangles.push_back({t[2], t[0], added});
  mesh.thickness.resize(mesh.triangles.size(), 0.01);
  const ShellSpec now = on_mesh(spec, mesh);
  const Vector3d& p = mesh.rest.back();
  EXPECT_LT((now.start.back() - Vector3d(0.9 * p.x(), p.y() + 0.1 * p.x(), 0.2 * p.x())).norm(), 1e-14);
  for (std::size_t i = 0; i < spec.start.size(); ++i) EXPECT_EQ(now.start[i], spec.start[i]);
  shell(now);
}

}  // namespace
}  // namespace plumb
