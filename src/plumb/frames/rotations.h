#pragma once

#include <vector>

#include <plumb/mechanics/layout.h>

namespace plumb {

/// Rotations of sections and joints. The matrices are history; the three unknowns of each only count what has been
/// turned, and a step in them turns the matrix, R <- exp(step) R. Several rotations may share their unknowns: they turn
/// together, each from its own place.
class Rotations final : public Carried {
 public:
  /// `slot` of the history has 9 numbers per rotation, by columns. turns[i]: index in q of the first unknown of each.
  Rotations(std::vector<int> turns, std::size_t slot) : turns_(std::move(turns)), slot_(slot) {}

  Status carry(State& state, const Eigen::VectorXd& step) const override;

  int size() const { return static_cast<int>(turns_.size()); }
  int turn(int i) const { return turns_[static_cast<std::size_t>(i)]; }
  std::size_t slot() const { return slot_; }
  Eigen::Matrix3d of(const State& state, int i) const {
    return Eigen::Map<const Eigen::Matrix3d>(state.history[slot_].data() + 9 * i);
  }
  void set(State& state, int i, const Eigen::Matrix3d& rotation) const {
    Eigen::Map<Eigen::Matrix3d>(state.history[slot_].data() + 9 * i) = rotation;
  }

 private:
  std::vector<int> turns_;
  std::size_t slot_;
};

}  // namespace plumb
