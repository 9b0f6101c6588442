#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/core/parallel.h>

namespace plumb {

/// A box along the axes. The default one is empty and overlaps nothing.
struct Box {
  std::array<double, 3> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void add(const Eigen::Vector3d& x) {
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], x[i]);
      high[i] = std::max(high[i], x[i]);
    }
  }
  void add(const Box& other) {
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], other.low[i]);
      high[i] = std::max(high[i], other.high[i]);
    }
  }
  void grow(double by) {
    for (int i = 0; i < 3; ++i) {
      low[i] -= by;
      high[i] += by;
    }
  }
  /// Boxes that only touch do overlap.
  bool overlaps(const Box& other) const {
    return low[0] <= other.high[0] && other.low[0] <= high[0] && low[1] <= other.high[1] && other.low[1] <= high[1] &&
           low[2] <= other.high[2] && other.low[2] <= high[2];
  }
};

/// Boxes in a binary tree: sorted along a Morton curve by their centres, in leaves of four, under a full tree whose node
/// i has the children 2 i and 2 i + 1 (Lauterbach et al. 2009; Karras 2012 for the curve). The tree only speeds things
/// up: which pairs overlap does not depend on how it was made.
class BoxTree {
 public:
  BoxTree() = default;

  /// Sorts anew.
  void rebuild(std::span<const Box> boxes);
  /// Takes other boxes, as many as before, in the order that is there. Correct for any boxes, and fast while they are
  /// near where they were.
  void refit(std::span<const Box> boxes);
  /// Refits, and rebuilds if nothing fits or if the boxes of the tree have grown by half since it was sorted.
  void follow(std::span<const Box> boxes);

  int size() const { return static_cast<int>(order_.size()); }
  Box whole() const { return nodes_.empty() ? Box{} : nodes_[1]; }

  /// Returns all (i, k) with overlapping boxes i of this and k of the other for which wanted(i, k); in an order that
  /// depends on the trees, but not on the number of threads.
  template <class Wanted>
  std::vector<std::array<int, 2>> overlaps(const BoxTree& other, const Wanted& wanted) const {
    return collect(other, wanted);
  }
  /// The same among the boxes of one tree: each pair once, i < k.
  template <class Wanted>
  std::vector<std::array<int, 2>> overlaps(const Wanted& wanted) const {
    return collect(*this, wanted);
  }

 private:
  static constexpr int kLeaf = 4;
  /// Pieces of work: subtrees at this depth.
  static constexpr int kDepth = 6;

  template <class Wanted>
  std::vector<std::array<int, 2>> collect(const BoxTree& other, const Wanted& wanted) const;
  template <class Wanted>
  void descend(int node, const BoxTree& other, const Wanted& wanted, std::vector<std::array<int, 2>>& found) const;
  template <class Wanted>
  void look_into_leaves(int a, const BoxTree& other, int b, const Wanted& wanted,
                        std::vector<std::array<int, 2>>& found) const;
  int n_leaves() const { return (size() + kLeaf - 1) / kLeaf; }
  /// The first leaf below a node, and the one after the last.
  std::array<int, 2> leaves_below(int node) const {
    int first = node, last = node;
    while (first < n_bottom_) {
      first = 2 * first;
      last = 2 * last + 1;
    }
    return {first - n_bottom_, last - n_bottom_ + 1};
  }
  double extent() const;

  std::vector<int> order_;  // the boxes along the curve
  std::vector<Box> boxes_;  // in that order
  std::vector<Box> nodes_;  // 1 is the root, the leaves are the last n_bottom_
  int n_bottom_ = 0;        // a power of two
  double extent_ = 0;       // when it was sorted
};

template <class Wanted>
std::vector<std::array<int, 2>> BoxTree::collect(const BoxTree& other, const Wanted& wanted) const {
  if (size() == 0 || other.size() == 0) return {};
  const int n = std::min(n_bottom_, 1 << kDepth);
  std::vector<std::vector<std::array<int, 2>>> found(n);
  for_chunks(n, 1, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) descend(n + i, other, wanted, found[i]);
  });
  if (n == 1) return std::move(found[0]);
  std::size_t total = 0;
  for (const auto& part : found) total += part.size();
  std::vector<std::array<int, 2>> all;
  all.reserve(total);
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

template <class Wanted>
void BoxTree::descend(int node, const BoxTree& other, const Wanted& wanted,
                      std::vector<std::array<int, 2>>& found) const {
  const bool same = this == &other;
  struct Task {
    int a, b;
  };
  std::vector<Task> tasks{{node, 1}};
  while (!tasks.empty()) {
    const auto [a, b] = tasks.back();
    tasks.pop_back();
    if (!nodes_[a].overlaps(other.nodes_[b])) continue;
    // Each pair of leaves of one tree is met in one order only.
    if (same && leaves_below(b)[1] <= leaves_below(a)[0]) continue;
    const bool leaf_a = a >= n_bottom_, leaf_b = b >= other.n_bottom_;
    if (leaf_a && leaf_b) {
      look_into_leaves(a - n_bottom_, other, b - other.n_bottom_, wanted, found);
    } else if (leaf_b || (!leaf_a && a <= b)) {
      // The one that is higher in its tree is opened first.
      tasks.push_back({2 * a, b});
      tasks.push_back({2 * a + 1, b});
    } else {
      tasks.push_back({a, 2 * b});
      tasks.push_back({a, 2 * b + 1});
    }
  }
}

template <class Wanted>
void BoxTree::look_into_leaves(int a, const BoxTree& other, int b, const Wanted& wanted,
                               std::vector<std::array<int, 2>>& found) const {
  const bool same = this == &other;
  const int end_a = std::min(kLeaf * (a + 1), size()), end_b = std::min(kLeaf * (b + 1), other.size());
  for (int i = kLeaf * a; i < end_a; ++i) {
    for (int k = same && a == b ? i + 1 : kLeaf * b; k < end_b; ++k) {
      if (!boxes_[i].overlaps(other.boxes_[k])) continue;
      int first = order_[i], second = other.order_[k];
      if (same && second < first) std::swap(first, second);
      if (wanted(first, second)) found.push_back({first, second});
    }
  }
}

}  // namespace plumb
