#pragma once

#include <Eigen/Core>
#include <memory>

#include <plumb/core/status.h>
#include <plumb/linalg/symmetric.h>

namespace plumb {

/// A + shift I = L D L^T, with the inertia: by Sylvester's law D has as many negative pivots as A + shift I has
/// negative eigenvalues. An object serves one pattern; what depends on the pattern alone is done once. Any number of
/// threads may solve at the same time, as long as nobody factors.
class Factorization {
 public:
  virtual ~Factorization() = default;

  /// ok; singular: a pivot is zero, not a number, or lost to round-off; interrupted or out_of_time: the budget
  /// (core/budget.h) ended in the middle. There is something to solve only after ok.
  virtual Status factor(const SymmetricMatrix& a, double shift) = 0;
  /// Returns how many eigenvalues of A + shift I were negative at the last successful factor; 0 certifies it positive
  /// definite.
  virtual int n_negative() const = 0;
  /// Solves for every column of b in place: b becomes (A + shift I)^-1 b. Many columns at once cost less than one by
  /// one, and may differ from them by rounding.
  virtual void solve(Eigen::Ref<Eigen::MatrixXd> b) const = 0;
};

/// The right one for the storage of a: block band, or sparse.
std::unique_ptr<Factorization> make_factorization(const SymmetricMatrix& a);

/// A pivot smaller than this times the diagonal entry it came from is nothing but round-off.
inline constexpr double kVanishingPivot = 4 * 2.220446049250313e-16;

}  // namespace plumb
