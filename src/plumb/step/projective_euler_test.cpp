#include <plumb/step/projective_euler.h>

#include <gtest/gtest.h>

#include <plumb/solve/projective_strip_for_test.h>
#include <plumb/step/march.h>

namespace plumb {
namespace {

Programme falling(const Model& model, double gamma) {
  return [loads = ProjectiveStrip::weight(model, gamma)](double) { return loads; };
}

/// With many iterations a step is that of backward Euler, which Newton's method takes.
TEST(ProjectiveEuler, converges_to_the_step_of_backward_euler) {
  const ProjectiveStrip strip{.n = 8};
  const auto exact = make_stepper(strip.model(), Method::backward_euler);
  double before = HUGE_VAL, rates_off = HUGE_VAL;
  for (const int iterations : {10, 100, 20000}) {
    const auto projective = projective_euler(strip.model(), iterations);
    State a = strip.model().initial, b = a;
    for (int k = 0; k < 3; ++k) {
      ASSERT_EQ(projective->step(a, falling(exact->model(), 10), 0.02).status, Status::ok);
      ASSERT_EQ(exact->step(b, falling(exact->model(), 10), 0.02).status, Status::ok);
    }
    const double off = (a.q - b.q).cwiseAbs().maxCoeff();
    EXPECT_LT(off, before);
    before = off;
    rates_off = (a.v - b.v).cwiseAbs().maxCoeff();
  }
  EXPECT_LT(before, 1e-12);
  EXPECT_LT(rates_off, 1e-10);
}

TEST(ProjectiveEuler, falls_freely_where_nothing_holds_it) {
  ShellSpec spec = ProjectiveStrip{}.spec();
  spec.clamped.clear();
  const Model model = projective_shell(spec, projective_weights(spec.material, kRollingAlpha));
  const auto stepper = projective_euler(model);
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -9};
  State state = model.initial;
  for (int k = 1; k <= 5; ++k) {
    ASSERT_EQ(stepper
                  ->step(
                      state, [&](double) { return loads; }, 0.02)
                  .status,
              Status::ok);
    // Implicit Euler: v = -g t, and each step falls with the rate at its end.
    EXPECT_NEAR(state.v[2], -9 * 0.02 * k, 1e-9);
    EXPECT_NEAR(state.q[2] - model.initial.q[2], -9 * 0.02 * 0.02 * k * (k + 1) / 2, 1e-10);
  }
}

TEST(ProjectiveEuler, marches_without_gaining_energy_and_goes_on_with_the_same_bits) {
  const ProjectiveStrip strip{.n = 8, .alpha = 0.1};
  const auto one = projective_euler(strip.model());
  State state = strip.model().initial;
  const Programme programme = falling(one->model(), 10);
  ASSERT_EQ(march(*one, state, programme, 0.5, {.dt = 0.05}).status, Status::ok);
  State loaded = load_state(save(state));
  const MarchOutcome outcome = march(*one, state, programme, 2, {.dt = 0.05});
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_FALSE(outcome.drifted);
  const auto other = projective_euler(strip.model());
  ASSERT_EQ(march(*other, loaded, programme, 2, {.dt = 0.05}).status, Status::ok);
  EXPECT_EQ(hash(loaded), hash(state));
}

}  // namespace
}  // namespace plumb
