#pragma once

#include <optional>

#include <plumb/linalg/supernodal_ldlt.h>

namespace plumb {

/// Returns CHOLMOD's order of elimination and its supernodes for the pattern of a sparse matrix.
Supernodes analysed_by_cholmod(const SymmetricMatrix& a);

/// L D L^T on CHOLMOD's analysis, made once per pattern: its order of elimination and its supernodes, on which
/// SupernodalLdlt computes. Only where PLUMB_CHOLMOD is on.
class Cholmod : public Factorization {
 public:
  Status factor(const SymmetricMatrix& a, double shift) override;
  int n_negative() const override;
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const override;
  /// Multiplications and additions of the last `factor`.
  double flops() const { return ldlt_ ? ldlt_->flops() : 0; }

 private:
  std::optional<SupernodalLdlt> ldlt_;
  bool holds_ = false;  ///< a matrix
};

}  // namespace plumb
