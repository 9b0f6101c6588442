// A motion that goes on on another mesh.
#include <plumb/step/change_model.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/remesh_shell.h>
#include <plumb/step/march.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// A soft cloth that hangs from one side.
ShellSpec cloth() {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 0.4, .width = 0.3, .nx = 5, .ny = 4, .pattern = CellPattern::alternating});
  spec.material = {1e-3, 1e5, 0.3};
  spec.bending = ShellBending::hinge;
  spec.supports = {{Hold::clamped, pick_points(spec.rest, [](const Vector3d& p) { return p.x() < 1e-9; }), {}}};
  return spec;
}

const ShellRemeshing kFiner{{.size_min = 0.02, .size_max = 0.1, .refine_angle = 0.2}, {}, {}};

Programme weight(const Model& model) {
  return [loads = model.initial.loads](double) {
    Loads now = loads;
    now.gravity = {0, 0, -9.81};
    return now;
  };
}

TEST(ChangeModel, a_motion_goes_on_with_the_bits_of_one_that_was_saved_and_built_anew) {
  const ShellSpec spec = cloth();
  const Model before = shell(spec);
  const Programme programme = weight(before);
  for (const Method method : all_methods()) {
    if (method == Method::static_) continue;
    const double dt = method == Method::symplectic_euler ? 1e-5 : 5e-3;
    const auto stepper = make_stepper(before, method);
    State state = before.initial;
    for (Eigen::Index i = 0; i < state.q.size(); i += 3) state.v[i + 2] = -2 * state.q[i] * state.q[i];
    ASSERT_EQ(march(*stepper, state, programme, 10 * dt, {.dt = dt}).status, Status::ok) << name(method);
    auto there = remeshed(spec, state, kFiner);
    ASSERT_TRUE(there.has_value()) << name(method);
    ASSERT_EQ(change_model(*stepper, state, shell(spec, there->state), there->state), Status::ok);
    EXPECT_NE(state.q.size(), before.initial.q.size());
    EXPECT_EQ(state.past.duration, 0);

    State anew = load_state(save(state));
    const auto other = make_stepper(shell(spec, anew), method);
    ASSERT_EQ(march(*stepper, state, programme, 20 * dt, {.dt = dt}).status, Status::ok) << name(method);
    ASSERT_EQ(march(*other, anew, programme, 20 * dt, {.dt = dt}).status, Status::ok) << name(method);
    EXPECT_EQ(hash(state), hash(anew)) << name(method);
  }
}

TEST(ChangeModel, what_the_change_did_to_the_energy_is_in_the_books) {
  const ShellSpec spec = cloth();
  const Model before = shell(spec);
  const Programme programme = weight(before);
  const auto stepper = make_stepper(before, Method::implicit_midpoint);
  State state = before.initial;
  ASSERT_EQ(march(*stepper, state, programme, 0.1, {.dt = 2e-3}).status, Status::ok);
  const EnergyBalance old = stepper->meter().balance(state);
  auto there = remeshed(spec, state, kFiner);
  ASSERT_TRUE(there.has_value());
  ASSERT_EQ(change_model(*stepper, state, shell(spec, there->state), there->state), Status::ok);
  const EnergyBalance now = stepper->meter().balance(state);
  EXPECT_NE(state.books.remeshed, 0);
  EXPECT_NEAR(state.books.remeshed, old.kinetic + old.potential - now.kinetic - now.potential, 1e-12 * now.in_play);
  EXPECT_NEAR(now.numerical, old.numerical, 1e-12 * now.in_play);
}

TEST(ChangeModel, a_state_without_a_finite_energy_is_not_taken) {
  const ShellSpec spec = cloth();
  const Model model = shell(spec);
  const auto stepper = make_stepper(model, Method::backward_euler);
  State state = model.initial;
  stepper->meter().open(state);
  const std::uint64_t untouched = hash(state);
  State collapsed = state;
  collapsed.q.setConstant(NAN);
  EXPECT_EQ(change_model(*stepper, state, model, collapsed), Status::outside_domain);
  EXPECT_EQ(hash(state), untouched);
}

/// Marches to `until` and notes the steps in the books at which the interlude comes.
std::vector<double> interludes(State& state, double until, TimeControl control, int every) {
  const Model model = shell(cloth());
  const auto stepper = make_stepper(model, Method::backward_euler);
  const Programme programme = weight(model);
  std::vector<double> at;
  Mover mover{*stepper, state, programme};
  mover.between = {every, [&] {
                     at.push_back(state.books.steps);
                     return Status::ok;
                   }};
  EXPECT_EQ(march({&mover, 1}, until, control).front().status, Status::ok);
  return at;
}

TEST(Interlude, comes_at_every_multiple_and_goes_on_counting_when_the_motion_does) {
  State whole = shell(cloth()).initial, parts = whole;
  const std::vector<double> all = interludes(whole, 0.02, {.dt = 1e-3}, 3);
  EXPECT_EQ(all, (std::vector<double>{3, 6, 9, 12, 15, 18}));
  std::vector<double> both = interludes(parts, 0.008, {.dt = 1e-3}, 3);
  parts = load_state(save(parts));
  for (const double steps : interludes(parts, 0.02, {.dt = 1e-3}, 3)) both.push_back(steps);
  EXPECT_EQ(both, all);
}

TEST(Interlude, of_steps_in_halves_comes_when_a_multiple_has_been_passed) {
  State state = shell(cloth()).initial;
  const std::vector<double> at = interludes(state, 0.02, {.tolerance = 1e-4}, 5);
  ASSERT_GT(at.size(), 1u);
  for (std::size_t i = 0; i < at.size(); ++i) {
    EXPECT_EQ(std::floor(at[i] / 5), static_cast<double>(i + 1));
    EXPECT_LT(std::fmod(at[i], 5), 2);
  }
}

TEST(Interlude, that_fails_ends_the_motion) {
  const Model model = shell(cloth());
  const auto stepper = make_stepper(model, Method::backward_euler);
  State state = model.initial;
  const Programme programme = weight(model);
  Mover mover{*stepper, state, programme, {2, [] { return Status::interrupted; }}};
  EXPECT_EQ(march({&mover, 1}, 0.02, {.dt = 1e-3}).front().status, Status::interrupted);
  EXPECT_EQ(state.books.steps, 2);
}

}  // namespace
}  // namespace plumb
