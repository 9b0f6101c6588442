// Memories change with accepted steps in time only.

#include <plumb/mechanics/memory.h>

#include <gtest/gtest.h>

#include <plumb/solve/dragged_anchor_for_test.h>
#include <plumb/step/march.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Thrown away from its anchor.
State thrown(const Model& model, double speed = 2) {
  State state = model.initial;
  state.v = speed * Vector3d(1, 0.5, 0);
  return state;
}

Programme still(const Model& model) {
  return [loads = model.initial.loads](double) { return loads; };
}

// In one step the point would leave the domain.
TEST(MemoryOfMotion, takes_no_note_of_steps_that_are_done_again_in_shorter_ones) {
  const Model model = dragged_anchor();
  // The others ask for no force where a step ends, and may leave the domain unhindered.
  for (const Method method :
       {Method::backward_euler, Method::newmark, Method::bdf2, Method::generalised_alpha, Method::tr_bdf2}) {
    State state = thrown(model, 6);
    const auto stepper = make_stepper(model, method);
    const MarchOutcome outcome = march(*stepper, state, still(model), 0.5, {.dt = 0.25});
    ASSERT_EQ(outcome.status, Status::ok) << name(method);
    EXPECT_GT(outcome.rejected, 0) << name(method);
    EXPECT_EQ(AnchorMemory(state).commits(), outcome.steps) << name(method);
  }
}

TEST(MemoryOfMotion, takes_no_note_of_steps_whose_error_was_too_large) {
  const Model model = dragged_anchor();
  State state = thrown(model);
  state.time_step = 0.2;
  const auto stepper = make_stepper(model, Method::implicit_midpoint);
  const MarchOutcome outcome = march(*stepper, state, still(model), 1, {.tolerance = 1e-5});
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_GT(outcome.rejected, 0);
  EXPECT_EQ(AnchorMemory(state).commits(), outcome.steps);
}

// Dragging the anchor takes energy, and the books have all of it.
TEST(MemoryOfMotion, has_its_losses_booked) {
  const Model model = dragged_anchor();
  State state = thrown(model);
  const auto stepper = make_stepper(model, Method::energy_keeping);
  const MarchOutcome outcome = march(*stepper, state, still(model), 3, {.dt = 0.02});
  ASSERT_EQ(outcome.status, Status::ok);
  const EnergyBalance balance = stepper->meter().balance(state);
  EXPECT_GT(state.books.dissipated, 0.2 * balance.in_play);
  EXPECT_LT(std::abs(balance.numerical), 1e-10 * balance.in_play);
}

TEST(MemoryOfMotion, survives_being_saved) {
  const Model model = dragged_anchor();
  State straight = thrown(model), saved = straight;
  const auto one = make_stepper(model, Method::bdf2), other = make_stepper(model, Method::bdf2);
  const TimeControl control{.tolerance = 1e-5};
  march(*one, straight, still(model), 0.5, control);
  march(*one, saved, still(model), 0.5, control);
  saved = load_state(save(saved));
  march(*one, straight, still(model), 1, control);
  march(*other, saved, still(model), 1, control);
  EXPECT_GT(AnchorMemory(saved).commits(), 0);
  EXPECT_EQ(hash(saved), hash(straight));
}

}  // namespace
}  // namespace plumb
