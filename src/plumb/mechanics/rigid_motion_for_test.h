#pragma once

#include <plumb/mechanics/layout.h>

namespace plumb {

/// Moves a state rigidly: x -> rotation x + shift on every point, and the vectors of its history turn.
inline void move_rigidly(const Layout& layout, State& state, const Eigen::Matrix3d& rotation,
                         const Eigen::Vector3d& shift) {
  for (const Block& block : layout.blocks) {
    if (!block.positions) continue;
    for (int i = 0; i < block.count; ++i) {
      auto x = state.q.segment<3>(block.at(i));
      x = (rotation * x + shift).eval();
    }
  }
  for (std::size_t slot = 0; slot < layout.history.size(); ++slot) {
    if (!layout.history[slot].vectors) continue;
    for (Eigen::Index i = 0; i < state.history[slot].size(); i += 3) {
      auto vector = state.history[slot].segment<3>(i);
      vector = (rotation * vector).eval();
    }
  }
}

}  // namespace plumb
