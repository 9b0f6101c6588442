#pragma once

#include <string>

#include <plumb/mechanics/state.h>

namespace plumb {

/// Returns what keeps `state` from being one of the model that begins with `initial`, as "12 unknowns, expected 9";
/// empty if nothing does. Unknowns, history, clamps, wrenches and pressures must be as many, and the mesh, where it
/// changes, the same.
std::string misfit(const State& state, const State& initial);

inline bool fits(const State& state, const State& initial) { return misfit(state, initial).empty(); }

}  // namespace plumb
