#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/linalg/supernodes.h>
#include <plumb/linalg/work_meter.h>

namespace plumb {

/// P A P^T = L U for a matrix with a symmetric pattern and values that are not symmetric, supernode by supernode,
/// left-looking, on the analysis of the pattern. Rows are exchanged within a supernode only. Where no good pivot is left
/// there, a pivot is moved away from zero (static pivoting, Li and Demmel 1998): the factors are then those of a matrix
/// nearby, and whoever solves with them refines.
class SupernodalLu {
 public:
  SupernodalLu(Supernodes symbolic, const SymmetricMatrix& pattern);

  /// `lower` holds the lower triangle of A, `upper` that of A^T; A's diagonal is taken from `lower`. singular: an entry is
  /// not a number; interrupted or out_of_time: the budget ended in the middle.
  Status factor(const SymmetricMatrix& lower, const SymmetricMatrix& upper);
  /// In place: b becomes A^-1 b.
  void solve(Eigen::VectorXd& b) const;
  /// Returns how many pivots were moved by the last `factor`.
  int n_moved() const { return n_moved_; }
  /// Multiplications and additions of `factor`, zeros within supernodes included.
  double flops() const;

 private:
  using Block = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  using ConstBlock = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  static int at(const std::vector<int>& v, int i) { return v[static_cast<std::size_t>(i)]; }
  int n_columns(int s) const { return symbolic_.n_columns(s); }
  int n_rows(int s) const { return symbolic_.n_columns(s) + symbolic_.n_below(s); }
  std::span<const int> rows(int s) const;
  /// Returns the supernode's columns of L; U of its own rows and columns stands above the diagonal.
  Block l(int s);
  ConstBlock l(int s) const;
  /// Returns the supernode's rows of U, transposed; the part of its own columns is not used.
  Block u(int s);
  ConstBlock u(int s) const;
  std::size_t place_of(int row, int column) const;

  Status update(int s, int descendant);
  Status eliminate(int s);
  void eliminate_corner(int s, double smallest);
  void hand_on(int s, int first_row);

  Supernodes symbolic_;
  std::vector<int> row_start_, rows_;                   ///< those of each supernode, its own columns among them
  std::vector<std::size_t> block_start_;                ///< of each supernode in L, and in U
  std::vector<int> super_of_;                           ///< the supernode of each column
  std::vector<std::size_t> lower_place_, upper_place_;  ///< of each entry of the two triangles in values_
  Eigen::VectorXd values_;                              ///< blocks of L, then those of U
  std::vector<int> exchange_;                           ///< of each row: the one of its supernode it was swapped with
  std::vector<int> waiting_, next_;                     ///< lists: descendants that update a supernode
  std::vector<int> handed_;                             ///< of each descendant: its first row not used yet
  std::vector<int> local_;                              ///< of a row: its place in the present supernode
  Eigen::MatrixXd product_;
  double size_ = 0;  ///< of the largest entry
  int n_moved_ = 0;
  WorkMeter meter_;
};

}  // namespace plumb
