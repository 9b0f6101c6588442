#pragma once

#include <functional>

#include <plumb/step/stepper.h>

namespace plumb {

/// How a motion is brought to rest.
struct SettleOptions {
  double dt = 0;          ///< s, of every step
  double rate = 0;        ///< 1/s: a state is at rest if no unknown moves faster than its scale times this ...
  int quiet_steps = 3;    ///< ... in as many steps one after the other: a pendulum that turns is not at rest
  int ramp_steps = 1;     ///< over which the loads go from those of the state to the new ones
  int max_steps = 10000;  ///< the budget
};

/// What settling cost and where it ended.
struct Settled {
  Status status = Status::not_converged;  ///< `not_converged`: the state still moves, and the steps are used up
  int steps = 0;
  int iterations = 0;    ///< Hessians assembled and factored
  double rate = 0;       ///< 1/s, of the last step: the fastest unknown over its scale
  double remaining = 0;  ///< the way still to go, in the layout's scale, as the decay of the last steps foretells it;
                         ///< HUGE_VAL if they did not decay
};

/// What may happen to a state after each step of settling: a remeshing, say, which changes the model of the stepper.
using BetweenSteps = std::function<Status(Stepper& stepper, State& state)>;

/// Repeats the steps of any method until the state is at rest under new loads: how a code that has no static solver
/// finds an equilibrium (000, section 1.2: "be sure that the speed is almost zero"). The method's own damping is what
/// brings it to rest, and viscosity if the model has some; a method that keeps energy does not settle without.
///
/// The criterion sees speed alone. A state that creeps, because its steps are short beside its slowest vibration or
/// because the method is at odds with itself, passes it far from equilibrium: `remaining` tells that, and so does
/// `certify` (solve/certificate.h). Neither is used to correct the state. A step that fails is halved, down to 1/64.
Settled settle(Stepper& stepper, State& state, const Loads& target, const SettleOptions& options,
               const BetweenSteps& between = {});

}  // namespace plumb
