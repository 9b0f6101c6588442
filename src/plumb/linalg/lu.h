#pragma once

#include <Eigen/SparseCore>
#include <memory>

#include <plumb/core/status.h>

namespace plumb {

/// Unsymmetric sparse P A Q = L U with partial pivoting. The column ordering depends on the pattern alone and is kept
/// as long as `factor` is given the same pattern.
class SparseLu {
 public:
  SparseLu();
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  /// A square and compressed. ok, or singular; after `singular` there is nothing to solve.
  Status factor(const Eigen::SparseMatrix<double>& a);
  /// In place: b becomes A^-1 b.
  void solve(Eigen::Ref<Eigen::VectorXd> b) const;
  /// In place: b becomes A^-T b.
  void solve_transposed(Eigen::Ref<Eigen::VectorXd> b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb
