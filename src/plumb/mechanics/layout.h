#pragma once

#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <plumb/core/status.h>
#include <plumb/mechanics/state.h>

namespace plumb {

/// Unknowns of one kind in q: `count` groups of `width` consecutive entries, `stride` apart.
struct Block {
  std::string name;
  int first = 0, stride = 1, count = 0, width = 1;
  bool positions = false;  ///< is each group a point in space?

  /// Index in q of the first entry of group i.
  int at(int i) const { return first + stride * i; }
};

/// Returns points in space, `stride` entries of q apart.
Block points_block(int first, int stride, int count);
/// Returns points whose first coordinates are these entries of q, in as many blocks as their strides need.
std::vector<Block> points_blocks(const std::vector<int>& first);

/// One vector of the history.
struct HistorySlot {
  std::string name;
  bool vectors = false;  ///< is it made of triples that turn with the body?
};

/// What a step carries along besides q, in slots of the history that it was given: reference frames, rotations,
/// directors.
class Carried {
 public:
  virtual ~Carried() = default;
  /// Moves the history by the step, before q has moved. On outside_domain the state is half moved.
  virtual Status carry(State& state, const Eigen::VectorXd& step) const = 0;
  /// Brings up to date what depends on several carried things, after q and all of them have moved.
  virtual void settle(State& /*state*/) const {}
};

/// What the entries of q mean to a solver: which are fixed, how long a typical one is, how a step moves them.
/// Derivatives of every energy are taken along `retract`, at step zero.
struct Layout {
  int n_q = 0;
  std::vector<int> free_index;  ///< of each entry of q: its row in the solver's system, or -1 where a clamp fixes it
  int n_free = 0;
  Eigen::VectorXd scale;  ///< typical size of each entry of q (m, rad): what "small update" means
  std::vector<Block> blocks;
  std::vector<HistorySlot> history;
  std::vector<std::shared_ptr<const Carried>> carried;

  /// Returns the layout of n_q unknowns that are all free, with scale 1 and no history.
  static Layout all_free(int n_q, std::vector<Block> blocks = {});
  /// Returns a copy of this layout in which all unknowns are free.
  Layout freed() const;
  /// Removes unknowns; keeps the order of the others.
  void fix(const std::vector<int>& unknowns);

  bool is_free(int i) const { return free_index[static_cast<std::size_t>(i)] >= 0; }
  /// Calls `apply(index in q, row in the solver's system)` for every free unknown, in the order of q.
  template <class Apply>
  void for_free(const Apply& apply) const {
    for (int i = 0; i < n_q; ++i) {
      const int row = free_index[static_cast<std::size_t>(i)];
      if (row >= 0) apply(i, row);
    }
  }
  /// Writes the free unknowns into a vector like q, whose other entries stay.
  void spread(const Eigen::VectorXd& free, Eigen::VectorXd& all) const;
  /// Reads the free unknowns out of a vector like q.
  void gather(const Eigen::VectorXd& all, Eigen::VectorXd& free) const;
  /// Returns the largest entry of a step (a vector like q) over the entry's scale.
  double relative_size(const Eigen::VectorXd& step) const;

  /// Moves a state by a step of the size of q: q adds, what is carried follows. On outside_domain the state is half
  /// moved: take it back from a copy.
  Status retract(State& state, const Eigen::VectorXd& step) const;
};

}  // namespace plumb
