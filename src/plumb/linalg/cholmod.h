#pragma once

#include <memory>

#include <plumb/linalg/factorization.h>

namespace plumb {

/// CHOLMOD, analysed once per pattern. The supernodal L L^T is tried first: fast, and its success certifies that the
/// matrix is positive definite. When it fails, a simplicial L D L^T gives the negative pivots. Only where
/// PLUMB_CHOLMOD is on. BLAS is kept to one thread: same bits everywhere, and sweeps are parallel outside.
class Cholmod : public Factorization {
 public:
  Cholmod();
  ~Cholmod() override;
  Status factor(const SymmetricMatrix& a, double shift) override;
  int n_negative() const override;
  void solve(Eigen::Ref<Eigen::VectorXd> b) const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb
