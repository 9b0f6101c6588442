#pragma once

#include <algorithm>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// Visits every element of a term; if one is outside its domain, the others of its chunk are left out too, and the
/// status says so. `visit(element, slot, buffer)` reads the results from a slot of the buffer.
template <class Visit>
Status for_each_element(const Energy& energy, const State& state, Want want, const Visit& visit) {
  constexpr int kChunk = 1024;
  Status status = Status::ok;
  ElementBuffer buffer;
  for (int begin = 0; begin < energy.n_elements(); begin += kChunk) {
    const int end = std::min(begin + kChunk, energy.n_elements());
    buffer.resize(end - begin, energy.stencil_size());
    const Status chunk = energy.evaluate(state, state.loads, begin, end, want, buffer);
    if (chunk != Status::ok) status = chunk;
    for (int e = begin; e < end && chunk == Status::ok; ++e) visit(e, e - begin, buffer);
  }
  return status;
}

}  // namespace plumb
