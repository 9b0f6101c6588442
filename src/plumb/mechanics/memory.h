#pragma once

#include <plumb/mechanics/state.h>

namespace plumb {

/// What a body remembers of the states that it has been in: anchors of friction, plastic strains. Unlike what a step
/// carries along (mechanics/layout.h), a memory does not move with trial steps: only a state that was accepted, as an
/// equilibrium or as the end of a step in time, may change it. A memory lives in slots of the history, so it is saved
/// with the state, and energies read it there.
class Memory {
 public:
  virtual ~Memory() = default;
  /// Brings the memory's slots up to date. It is called once for every accepted state, under the loads of that state,
  /// and may change nothing but those slots.
  virtual void commit(State& accepted, const Loads& loads) const = 0;
};

}  // namespace plumb
