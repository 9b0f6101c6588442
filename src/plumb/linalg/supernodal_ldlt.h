#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/linalg/factorization.h>
#include <plumb/linalg/work_meter.h>

namespace plumb {

/// What an analysis knows of L: columns with (nearly) the same rows stand together as supernodes, dense blocks of L.
struct Supernodes {
  std::vector<int> permutation;          ///< column k of L is unknown permutation[k]
  std::vector<int> first;                ///< column of each supernode, and the number of columns behind the last
  std::vector<int> row_start;            ///< of each supernode into `rows`, and their number behind the last
  std::vector<int> rows;                 ///< of L, ascending; those of a supernode's own columns come first
  std::vector<std::size_t> block_start;  ///< of each supernode's block in L; column-major, as many rows as it has

  int n() const { return first.empty() ? 0 : first.back(); }
  int n_super() const { return static_cast<int>(first.size()) - 1; }
};

/// P A P^T + shift I = L D L^T, supernode by supernode, left-looking: what costs is products of dense blocks, whatever
/// the signs of D. No pivoting: a symmetric matrix that needs it is reported singular, or answered inaccurately.
class SupernodalLdlt {
 public:
  SupernodalLdlt(Supernodes symbolic, const SymmetricMatrix& pattern);

  Status factor(const SymmetricMatrix& a, double shift);
  int n_negative() const { return n_negative_; }
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const;
  /// Multiplications and additions of `factor`, zeros within supernodes included.
  double flops() const;

 private:
  using Block = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  using ConstBlock = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  int n_columns(int s) const { return at(symbolic_.first, s + 1) - at(symbolic_.first, s); }
  int n_rows(int s) const { return at(symbolic_.row_start, s + 1) - at(symbolic_.row_start, s); }
  std::span<const int> rows(int s) const;
  Block block(int s);
  ConstBlock block(int s) const;
  static int at(const std::vector<int>& v, int i) { return v[static_cast<std::size_t>(i)]; }

  Status update(int s, int descendant);
  Status eliminate(int s);
  void hand_on(int s, int first_row);
  /// Solves for permuted right-hand sides, a vector or the columns of a matrix; `below` is room to work in.
  template <class Columns>
  void solve_permuted(Columns& x, Columns& below) const;

  Supernodes symbolic_;
  std::vector<int> super_of_;           ///< the supernode of each column
  std::vector<std::size_t> positions_;  ///< of each entry of A in L
  Eigen::VectorXd l_, d_, scale_;       ///< blocks of L; D; the size of what a pivot came from
  std::vector<int> waiting_, next_;     ///< lists: descendants that update a supernode
  std::vector<int> handed_;             ///< of each descendant: its first row not used yet
  std::vector<int> local_;              ///< of a row: its place in the present supernode
  Eigen::MatrixXd scaled_, product_;
  int n_negative_ = 0;
  WorkMeter meter_;
};

}  // namespace plumb
