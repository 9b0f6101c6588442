#pragma once

#include <Eigen/SparseCholesky>

#include <plumb/linalg/factorization.h>

namespace plumb {

/// Simplicial sparse L D L^T of Eigen, minimum-degree ordering: the default where CHOLMOD is not built in.
class EigenLdlt : public Factorization {
 public:
  Status factor(const SymmetricMatrix& a, double shift) override;
  int n_negative() const override { return n_negative_; }
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const override;

 private:
  Eigen::SparseMatrix<double> lower_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> ldlt_;
  bool analysed_ = false;
  int n_negative_ = 0;
};

}  // namespace plumb
