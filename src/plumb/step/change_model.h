#pragma once

#include <plumb/step/stepper.h>

namespace plumb {

/// Takes a motion over to another model of the same body, as on another mesh. `there` is the state on that model: q, v
/// and history under the same loads at the same time; it becomes the state. What multi-step methods and paths remember
/// of the old unknowns is forgotten. What the change did to the kinetic and the potential energy is booked as
/// `remeshed`, so that the balance goes on to tell of the method of time alone.
///
/// Returns outside_domain, and changes nothing, if the energy of `there` is no finite number.
Status change_model(Stepper& stepper, State& state, Model model, State there);

}  // namespace plumb
