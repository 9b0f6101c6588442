#pragma once

#include <optional>

#include <plumb/linalg/factorization.h>
#include <plumb/linalg/multifrontal_ldlt.h>

namespace plumb {

/// L D L^T of sparse matrices: analysed once per pattern, multifrontal.
class SparseLdlt : public Factorization {
 public:
  Status factor(const SymmetricMatrix& a, double shift) override;
  int n_negative() const override { return holds_ ? ldlt_->n_negative() : 0; }
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const override;
  /// Multiplications and additions of the last `factor`.
  double flops() const { return ldlt_ ? ldlt_->symbolic().flops() : 0; }

 private:
  std::optional<MultifrontalLdlt> ldlt_;
  bool holds_ = false;  ///< a matrix
};

}  // namespace plumb
