#pragma once

#include <vector>

#include <plumb/linalg/factorization.h>

namespace plumb {

/// Block-banded L D L^T without pivoting, in 4x4 blocks: O(n w^2). No heap allocation after the first `factor`.
///
/// Without pivoting the factors of an indefinite matrix can grow where a leading minor nearly vanishes; the inertia is
/// then still the matrix's up to round-off of the size of that growth.
class BlockBandFactorization : public Factorization {
 public:
  Status factor(const SymmetricMatrix& a, double shift) override;
  int n_negative() const override { return n_negative_; }
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const override;

 private:
  void solve_fours(Eigen::Ref<Eigen::MatrixXd> b) const;

  int n_ = 0, n_blocks_ = 0, width_ = 0, lead_ = 0;
  int n_negative_ = 0;
  Eigen::VectorXd factor_;          // L in the layout of the matrix, unit diagonal blocks below their diagonal
  Eigen::VectorXd inverse_pivots_;  // 1 / D, padded
  Eigen::VectorXd scaled_;          // L D of the block column at work
  std::ptrdiff_t padded_ = 0;       // the length of a right-hand side with its padding
};

}  // namespace plumb
