// What the energy-keeping method promises, on every model that moves.

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/equilibrium.h>
#include <plumb/solve/vibration.h>
#include <plumb/step/march.h>
#include <plumb/step/momenta_for_test.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

Programme under(const Loads& loads) {
  return [loads](double) { return loads; };
}

/// The largest drift over the energy in play that a motion shows.
double largest_drift(Stepper& stepper, State& state, const Programme& programme, double dt, int n_steps) {
  double worst = 0;
  for (int i = 0; i < n_steps; ++i) {
    const MarchOutcome outcome = march(stepper, state, programme, state.time + dt, {.dt = dt});
    EXPECT_EQ(outcome.status, Status::ok) << "step " << i;
    if (outcome.status != Status::ok) return HUGE_VAL;
    worst = std::max({worst, gained_share(state.books), lost_share(state.books)});
  }
  return worst;
}

class EnergyKeeping : public testing::TestWithParam<int> {
 protected:
  const NamedModel& named() const { return rod_models()[static_cast<std::size_t>(GetParam())]; }
};
INSTANTIATE_TEST_SUITE_P(models, EnergyKeeping, testing::Range(0, 4));

// A rod of natural curvature falls and swings far, in steps in which it turns by some tenths of a radian.
TEST_P(EnergyKeeping, a_swinging_rod_keeps_its_energy) {
  RodForTest rod;
  rod.n = 4;
  rod.kappa = 1;
  const Model model = named().make(rod);
  Loads loads = model.initial.loads;
  loads.gravity = {0, 1, -3};
  const auto stepper = make_stepper(model, Method::energy_keeping);
  State state = model.initial;
  const int n_steps = model.inertia->constant() ? 300 : 60;
  EXPECT_LT(largest_drift(*stepper, state, under(loads), 0.01, n_steps), 1e-8) << named().name;
  EXPECT_GT(state.books.in_play, 1e-3);
}

// Viscosity, and a clamp that swings and turns: both are entered as they work in the step itself. What a clamp does to
// a rod of curvatures, whose unknowns it is not among, is entered by a rule of its own, with an error that shrinks.
TEST_P(EnergyKeeping, work_and_viscosity_are_booked) {
  RodForTest rod;
  rod.n = 4;
  rod.relaxation = 0.01;
  const Model model = named().make(rod);
  const bool clamp_among_unknowns = !model.constraints.empty();
  double drift[2];
  for (int k = 0; k < 2; ++k) {
    const auto stepper = make_stepper(model, Method::energy_keeping);
    State state = model.initial;
    drift[k] = largest_drift(*stepper, state, swinging(model, 0.3, {0, -3, -9}), 0.01 / (k + 1), 60 * (k + 1));
    EXPECT_GT(state.books.dissipated, 0.001 * state.books.in_play);
  }
  EXPECT_LT(drift[0], clamp_among_unknowns ? 1e-8 : 2e-3) << named().name;
  EXPECT_LT(drift[1], clamp_among_unknowns ? 1e-8 : 0.5 * drift[0]) << named().name;
}

TEST_P(EnergyKeeping, is_reversible) {
  RodForTest rod;
  rod.n = 4;
  rod.kappa = 1;
  const Model model = named().make(rod);
  Loads loads = model.initial.loads;
  loads.gravity = {0, 1, -3};
  const auto stepper = make_stepper(model, Method::energy_keeping);
  State state = model.initial;
  largest_drift(*stepper, state, under(loads), 0.01, 30);
  EXPECT_GT((state.q - model.initial.q).cwiseQuotient(model.layout.scale).cwiseAbs().maxCoeff(), 0.05);
  state.v = -state.v;
  largest_drift(*stepper, state, under(loads), 0.01, 30);
  EXPECT_LT((state.q - model.initial.q).cwiseQuotient(model.layout.scale).cwiseAbs().maxCoeff(), 1e-7) << named().name;
}

// A strip of sheet steel, whose stretch no step of its bending follows.
TEST(SteelStrip, keeps_its_energy_where_the_midpoint_rule_explodes) {
  ShellSpec s;
  s.rest = rectangle_mesh({.length = 0.3, .width = 0.05, .nx = 18, .ny = 3, .pattern = CellPattern::alternating});
  s.material = {0.5e-3, 200e9, 0.3};
  s.density = 7800;
  s.supports = {{Hold::clamped, pick_points(s.rest, [](const Vector3d& p) { return p.x() < 1e-9; }), {}}};
  const Model model = shell(s);
  const Vibrations slow = vibrations(model, model.initial, 1);
  const double dt = 1 / slow.frequencies[0] / 70;
  // Let go from where a weight of six times its own holds it, by a tenth of its length aside.
  State bent = model.initial;
  Loads weight = model.initial.loads;
  weight.gravity = {0, 0, -60};
  ASSERT_EQ(equilibrium(model, bent, weight).status, Status::ok);
  const auto keeping = make_stepper(model, Method::energy_keeping);
  const auto midpoint = make_stepper(model, Method::implicit_midpoint);
  State kept = bent;
  EXPECT_LT(largest_drift(*keeping, kept, under(model.initial.loads), dt, 70), 1e-8);
  const MarchOutcome exploded = march(*midpoint, bent, under(model.initial.loads), 70 * dt, {.dt = dt});
  EXPECT_NE(exploded.status, Status::ok);
}

/// A thick, soft plate that nothing holds, bent at rest or flat.
Model free_plate(ShellBending bending, MembraneLaw membrane) {
  ShellSpec s;
  s.rest = rectangle_mesh({.length = 1, .width = 0.5, .nx = 4, .ny = 2, .pattern = CellPattern::alternating});
  s.material = {0.02, 1e5, 0.3};
  s.density = 1000;
  s.bending = bending;
  s.membrane = membrane;
  return shell(s);
}

State thrown(const Model& model) {
  State state = model.initial;
  for (int i = 0; i < model.embedding->n_points(); ++i) {
    const Vector3d x = state.q.segment<3>(3 * i);
    state.v.segment<3>(3 * i) =
        Vector3d(1, 2, 3) * x.y() + Vector3d(0, -x.z(), 3 * x.x() * x.x()) + Vector3d(0.5, 0, 1);
  }
  return state;
}

TEST(FreePlate, keeps_energy_and_momentum_as_it_tumbles) {
  struct Kind {
    ShellBending bending;
    MembraneLaw membrane;
    bool nodal;
  };
  for (const Kind kind : {Kind{ShellBending::hinge, MembraneLaw::st_venant_kirchhoff, true},
                          Kind{ShellBending::tan, MembraneLaw::st_venant_kirchhoff, false},
                          Kind{ShellBending::tan, MembraneLaw::neo_hookean, false}}) {
    const Model model = free_plate(kind.bending, kind.membrane);
    const auto stepper = make_stepper(model, Method::energy_keeping);
    State state = thrown(model);
    const Momenta before = momenta_of_points(model, state);
    const double drift = largest_drift(*stepper, state, under(model.initial.loads), 0.01, 100);
    const Momenta after = momenta_of_points(model, state);
    const double linear = (after.linear - before.linear).norm() / before.linear.norm();
    const double angular = (after.angular - before.angular).norm() / before.angular.norm();
    RecordProperty("angular_momentum_drift", std::to_string(angular));
    EXPECT_LT(drift, 1e-8);
    EXPECT_LT(linear, 1e-10);
    EXPECT_LT(angular, kind.nodal ? 1e-9 : 1e-2);
  }
}

}  // namespace
}  // namespace plumb
