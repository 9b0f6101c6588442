#pragma once

#include <memory>

#include <Eigen/Core>

#include <plumb/core/status.h>
#include <plumb/linalg/symmetric.h>

namespace plumb {

/// LU of matrices with one symmetric pattern and values that are not symmetric; the analysis of the pattern is made once.
/// Supernodal; it moves pivots that are nearly zero: refine.
class PatternedLu {
 public:
  /// `pattern`: sparse; its values do not matter.
  explicit PatternedLu(const SymmetricMatrix& pattern);
  ~PatternedLu();

  /// `lower` holds the lower triangle of A, `upper` that of A^T; A's diagonal is taken from `lower`. ok; singular; or what
  /// the budget says. There is something to solve only after ok.
  Status factor(const SymmetricMatrix& lower, const SymmetricMatrix& upper);
  /// In place: b becomes A^-1 b.
  void solve(Eigen::VectorXd& b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace plumb
