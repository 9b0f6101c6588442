#include <plumb/step/settle.h>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/plate_for_test.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/certificate.h>
#include <plumb/solve/equilibrium.h>

namespace plumb {
namespace {

/// A strip of hinges of unit length, stiffness and mass per area, clamped at one end.
Model strip(double thickness = 1e-2) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 1, .width = 0.1, .nx = 20, .ny = 2, .pattern = CellPattern::alternating});
  spec.bending = ShellBending::hinge;
  give_unit_stiffness(spec, thickness, 0);
  for (int i = 0; i < static_cast<int>(spec.rest.points.size()); ++i) {
    if (spec.rest.points[static_cast<std::size_t>(i)].x() < 0.051) spec.clamped.push_back(i);
  }
  return shell(spec);
}

Loads weight(const Model& model, double gamma) {
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -gamma};
  return loads;
}

double apart(const Model& model, const State& a, const State& b) { return model.layout.relative_size(a.q - b.q); }

TEST(Settle, every_method_that_damps_ends_at_the_equilibrium_of_statics) {
  const Model model = strip();
  const Loads loads = weight(model, 3);
  State still = model.initial;
  ASSERT_EQ(equilibrium(model, still, loads).status, Status::ok);
  for (const Method method : {Method::backward_euler, Method::linearly_implicit_euler, Method::bdf2}) {
    State state = model.initial;
    const Settled settled =
        settle(*make_stepper(model, method), state, loads, {.dt = 0.4, .rate = 1e-7, .ramp_steps = 8});
    EXPECT_EQ(settled.status, Status::ok) << name(method);
    EXPECT_LE(settled.rate, 1e-7);
    EXPECT_GE(settled.iterations, settled.steps);
    EXPECT_LT(apart(model, state, still), 1e-6) << name(method);
    EXPECT_EQ(state.loads.gravity, loads.gravity);
    Linearisation here(model);
    EXPECT_EQ(certify(here, state).negative_modes, 0);
  }
}

TEST(Settle, one_linear_solve_is_a_step_and_ok) {
  const Model model = strip();
  const auto stepper = make_stepper(model, Method::linearly_implicit_euler);
  State state = model.initial;
  const StepOutcome outcome = stepper->step(
      state, [&](double) { return weight(model, 3); }, 0.05);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(outcome.iterations, 1);

  // By hand: (M/h^2 + H) U = f, from rest and flat, where the exact Hessian is convex.
  Linearisation here(model);
  ASSERT_EQ(here.evaluate(model.initial, weight(model, 3)), Status::ok);
  model.inertia->add_mass(model.initial, model.layout, 1 / (0.05 * 0.05), here.potential().hessian);
  ASSERT_EQ(here.factor(), Status::ok);
  Eigen::VectorXd step;
  ASSERT_TRUE(here.newton_step(model.initial, weight(model, 3), step));
  State expected = model.initial;
  ASSERT_EQ(here.retract(expected, step), Status::ok);
  EXPECT_LT(apart(model, state, expected), 1e-12);
}

TEST(Settle, the_certificate_and_the_way_to_go_tell_what_speed_alone_does_not) {
  const Model model = strip();
  const Loads loads = weight(model, 3);
  State still = model.initial;
  ASSERT_EQ(equilibrium(model, still, loads).status, Status::ok);
  Linearisation here(model);
  double previous = 1;
  for (const double rate : {1e-2, 1e-4, 1e-6}) {
    State state = model.initial;
    const Settled settled =
        settle(*make_stepper(model, Method::backward_euler), state, loads, {.dt = 0.4, .rate = rate, .ramp_steps = 8});
    ASSERT_EQ(settled.status, Status::ok);
    const double off = apart(model, state, still);
    EXPECT_NEAR(certify(here, state).distance / off, 1, 0.1) << rate;
    EXPECT_LT(off, 0.1 * previous) << rate;
    previous = off;
  }
}

TEST(Settle, a_budget_ends_it_and_a_method_that_keeps_energy_does_not_settle) {
  const Model model = strip(0.05);
  const Loads loads = weight(model, 1);
  State state = model.initial;
  const Settled short_of =
      settle(*make_stepper(model, Method::backward_euler), state, loads, {.dt = 0.01, .rate = 1e-9, .max_steps = 5});
  EXPECT_EQ(short_of.status, Status::not_converged);
  EXPECT_EQ(short_of.steps, 5);

  state = model.initial;
  EXPECT_EQ(
      settle(*make_stepper(model, Method::energy_keeping), state, loads, {.dt = 0.05, .rate = 1e-3, .max_steps = 200})
          .status,
      Status::not_converged);
}

}  // namespace
}  // namespace plumb
