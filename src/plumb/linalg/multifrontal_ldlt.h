#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include <plumb/linalg/front.h>
#include <plumb/linalg/supernodes.h>

namespace plumb {

/// P A P^T + shift I = L D L^T, multifrontal (Duff and Reid 1983): each supernode is a dense front, to which its children
/// add what their elimination left of the rows below them. What costs is products of dense blocks, whatever the signs of
/// D. No pivoting: a symmetric matrix that needs it is reported singular, or answered inaccurately.
///
/// In parallel (core/parallel.h) subtrees that share no rows are eliminated at the same time, and behind them the large
/// fronts above, one after the other, by all threads. The order of all sums is that of the tree: the bits do not depend
/// on the number of threads.
class MultifrontalLdlt {
 public:
  MultifrontalLdlt(Supernodes symbolic, const SymmetricMatrix& pattern);

  Status factor(const SymmetricMatrix& a, double shift);
  int n_negative() const { return n_negative_; }
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const;
  const Supernodes& symbolic() const { return symbolic_; }

 private:
  using Block = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  /// A subtree, or what stands above all of them: supernodes in postorder.
  struct Part {
    std::vector<int> supernodes;
    double flops = 0;
    std::array<Eigen::Index, 2> room{};  ///< of the two stacks
  };
  /// Updates of fronts whose parents are still to come. Depths in the tree take turns with two stacks: so a front pushes
  /// its own update before its children's are popped.
  struct Worker {
    std::array<Eigen::VectorXd, 2> stacks;
    std::array<Eigen::Index, 2> used{};
    FrontRoom room;
    WorkMeter meter;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static Eigen::Index padded_square(int n) { return Front::padded(n) * Front::padded(n); }

  void place_entries(const SymmetricMatrix& pattern);
  void find_children();
  void find_parts();
  void measure(Part& part) const;
  Front front(int s);
  Block diagonal(int s) const;
  Block below(int s) const;

  Status run_branches(const SymmetricMatrix& a, double shift);
  Status run(const Part& part, const SymmetricMatrix& a, double shift, Worker& worker);
  Status assemble_and_eliminate(int s, const SymmetricMatrix& a, double shift, Worker& worker);
  void fill(int s, const SymmetricMatrix& a, double shift);
  template <class Columns>
  void solve_permuted(Columns& x, Columns& below) const;

  Supernodes symbolic_;
  std::vector<std::size_t> block_start_;    ///< of each supernode's rows in l_: its own, then those below
  std::vector<int> entry_start_, entries_;  ///< the entries of A that each supernode has
  std::vector<std::uint32_t> places_;       ///< of these, in its block
  std::vector<int> in_parent_;              ///< of each row below: its place among the parent's
  std::vector<int> child_start_, children_;
  std::vector<char> depth_is_odd_;
  std::vector<Part> branches_;  ///< the largest first
  Part trunk_;
  std::vector<Eigen::VectorXd> branch_updates_;
  std::vector<int> branch_of_root_;  ///< of each supernode, or -1
  std::vector<Worker> workers_;
  std::vector<double*> updates_;  ///< of each supernode, while its parent is still to come

  Eigen::VectorXd l_, d_, scale_;  ///< blocks of L; D; the size of what a pivot came from
  int n_negative_ = 0;
};

}  // namespace plumb
