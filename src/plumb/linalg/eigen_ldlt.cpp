#include <plumb/linalg/eigen_ldlt.h>

#include <algorithm>
#include <cmath>

namespace plumb {

Status EigenLdlt::factor(const SymmetricMatrix& a, double shift) {
  ENSURE(a.storage() == Storage::sparse);
  if (!analysed_) {
    lower_ = Eigen::Map<const Eigen::SparseMatrix<double>>(a.size(), a.size(), a.n_values(), a.column_starts().data(),
                                                           a.rows().data(), a.values());
    ldlt_.analyzePattern(lower_);
    analysed_ = true;
  }
  ENSURE(lower_.rows() == a.size() && lower_.nonZeros() == a.n_values());
  std::copy_n(a.values(), a.n_values(), lower_.valuePtr());
  ldlt_.setShift(shift);
  ldlt_.factorize(lower_);
  if (ldlt_.info() != Eigen::Success) return Status::singular;

  const Eigen::VectorXd pivots = ldlt_.vectorD();
  n_negative_ = 0;
  for (int i = 0; i < a.size(); ++i) {
    const double diagonal = a.values()[a.column_starts()[static_cast<std::size_t>(i)]] + shift;
    const double d = pivots[ldlt_.permutationP().indices()[i]];
    if (!std::isfinite(d) || std::abs(d) <= kVanishingPivot * std::abs(diagonal)) return Status::singular;
    n_negative_ += d < 0;
  }
  return Status::ok;
}

void EigenLdlt::solve(Eigen::Ref<Eigen::MatrixXd> b) const { b = ldlt_.solve(b).eval(); }

}  // namespace plumb
