// How the equation of a step is solved, seen on a sheet of cloth.
#include <plumb/step/linearised_step.h>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/linearisation.h>
#include <plumb/model/shell/shell.h>
#include <plumb/step/stepper.h>

namespace plumb {
namespace {

constexpr double kStep = 0.02;  // s

Model sheet() {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.nx = 4, .ny = 4, .pattern = CellPattern::alternating});
  spec.bending = ShellBending::hinge;
  spec.supports = {{Hold::hinged, {0, 4}, {{0, 0.5, 0}}}};
  return shell(spec);
}

Programme weight(const Model& model) {
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -9.81};
  return [loads](double) { return loads; };
}

State at_rest(const Model& model) {
  State state = model.initial;
  state.v = Eigen::VectorXd::Zero(state.q.size());
  return state;
}

double residual(const Model& model, const State& before, const State& at, const Eigen::VectorXd& rates) {
  Linearisation here(model);
  EXPECT_EQ(here.evaluate(at, weight(model)(0), {.gradient = true}), Status::ok);
  Eigen::VectorXd had, has, r = here.potential().gradient;
  model.inertia->momentum(before, before.loads, before.v, had);
  model.inertia->momentum(at, before.loads, rates, has);
  model.layout.for_free([&](int q, int row) { r[row] += (has[q] - had[q]) / kStep; });
  return r.norm();
}

TEST(LinearisedStep, a_step_may_end_by_its_residual) {
  const Model model = sheet();
  const Programme programme = weight(model);
  int iterations[2];
  for (const double tolerance : {0.0, 1e-3}) {
    StepOptions options;
    options.residual_tolerance = tolerance;
    auto stepper = make_stepper(model, Method::backward_euler, options);
    State state = at_rest(model);
    for (int i = 0; i < 10; ++i) {
      const State before = state;
      const StepOutcome outcome = stepper->step(state, programme, kStep);
      ASSERT_EQ(outcome.status, Status::ok);
      iterations[tolerance > 0 ? 1 : 0] = outcome.iterations;
      const double share = residual(model, before, state, state.v) / residual(model, before, before, 0 * before.v);
      EXPECT_LE(share, tolerance > 0 ? tolerance : 1e-8);
    }
  }
  EXPECT_LT(iterations[1], iterations[0]);
}

TEST(LinearisedStep, far_from_the_solution_an_indefinite_matrix_gives_way_to_the_convex_one) {
  const Model model = sheet();
  const Programme programme = weight(model);
  State state = at_rest(model);
  for (Eigen::Index i = 0; i < state.q.size(); i += 3) state.q[i] *= 0.7;  // compressed, it would buckle
  for (const bool convex : {false, true}) {
    StepOptions options;
    options.convex_where_indefinite = convex;
    auto stepper = make_stepper(model, Method::backward_euler, options);
    LinearisedStep* const way = stepper->begin(state, programme, kStep);
    ASSERT_NE(way, nullptr);
    ASSERT_EQ(way->linearise(), Status::ok);
    EXPECT_EQ(way->positive(), convex);
  }
}

}  // namespace
}  // namespace plumb
