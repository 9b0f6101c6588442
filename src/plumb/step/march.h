#pragma once

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

/// Takes a state to a later time and keeps the books of its energy. With a fixed step the last one is shortened to
/// arrive, and one that Newton's method cannot do is done in shorter ones. With a tolerance every step is done once
/// whole and once in two halves: the difference tells the error, and the halves are kept; a step that gains energy is
/// done again in shorter ones, too. What the control wants next is in the state, so a run that is saved and continued
/// gives the same bits. On failure the state is the last one reached; it ends with `energy_drift` where the balance is
/// off by more than kFatalDrift.
MarchOutcome march(Stepper& stepper, State& state, const Programme& programme, double until, TimeControl control);

}  // namespace plumb
