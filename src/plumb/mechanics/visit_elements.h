#pragma once

#include <algorithm>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// Visits every element of a term; where one is outside its domain, the others of its chunk are left out too.
/// `visit(element, slot, buffer)` reads the results from a slot of the buffer.
template <class Visit>
void for_each_element(const Energy& energy, const State& state, Want want, const Visit& visit) {
  constexpr int kChunk = 1024;
  ElementBuffer buffer;
  for (int begin = 0; begin < energy.n_elements(); begin += kChunk) {
    const int end = std::min(begin + kChunk, energy.n_elements());
    buffer.resize(end - begin, energy.stencil_size());
    if (energy.evaluate(state, state.loads, begin, end, want, buffer) != Status::ok) continue;
    for (int e = begin; e < end; ++e) visit(e, e - begin, buffer);
  }
}

}  // namespace plumb
