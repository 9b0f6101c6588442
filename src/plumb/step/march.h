#pragma once

#include <functional>
#include <span>
#include <vector>

#include <plumb/step/stepper.h>

namespace plumb {

/// Steps of a fixed length, or as long as the error allows.
struct TimeControl {
  double dt = 0;         ///< s; zero: by the error
  double tolerance = 0;  ///< of the layout's scale, per step
};

struct MarchOutcome {
  Status status = Status::ok;
  int steps = 0, rejected = 0, iterations = 0;
  bool drifted = false;  ///< was the energy balance off by more than kWarnedDrift after one of the steps?
};

/// Enters a step that led to this state into its books; memories take note of the state.
void enter_step(Stepper& stepper, State& state, StepWork work);
/// Judges the books after a step: energy_drift, or ok. Sets `drifted` if the balance is off by more than kWarnedDrift.
Status judge_balance(const Stepper& stepper, const State& state, bool& drifted);

/// What is done to a body between steps, as to give it a finer mesh. It may put another model into the stepper and
/// another state in the place of the state (step/change_model.h), at the same time.
struct Interlude {
  int every = 0;                  ///< steps of those in the books; zero: never
  std::function<Status()> act{};  ///< a status that is not ok ends the motion

  /// Does it follow a step that brought the number of steps in the books from one to another?
  bool follows(double steps_before, double steps_now) const;
};

/// One of several bodies that move together.
struct Mover {
  Stepper& stepper;
  State& state;
  const Programme& programme;
  Interlude between = {};
};

/// Takes bodies that stand at one time to a later one in lock step, and keeps the books of their energies.
///
/// With a fixed step every body does step k before any does step k + 1. The last step is shortened to arrive; a body
/// for which Newton's method does not find the end of a step does that step in shorter ones, by itself. So a body has
/// the same bits as if it were alone.
///
/// With a tolerance all bodies take the same steps, the shortest that any of them wants. Every step is done once whole
/// and once in two halves: the difference tells the error, and the halves are kept; a step with too large an error, or
/// one that gains energy, is done again by all in shorter ones. What the control of each body wants next is in its
/// state, so a run that is saved and continued gives the same bits.
///
/// When a mover has an interlude, it follows the step with which the number of steps in the books comes to another
/// multiple of `every`, or beyond it: so it, too, follows from the state alone.
///
/// Returns an outcome for each body. The motion of all ends if one fails, whose state is then the last one reached; it
/// ends with `energy_drift` where a balance is off by more than kFatalDrift.
std::vector<MarchOutcome> march(std::span<const Mover> movers, double until, TimeControl control);

/// The same for one body.
MarchOutcome march(Stepper& stepper, State& state, const Programme& programme, double until, TimeControl control);

}  // namespace plumb
