#include <plumb/linalg/sparse_ldlt.h>

namespace plumb {

Status SparseLdlt::factor(const SymmetricMatrix& a, double shift) {
  ENSURE(a.storage() == Storage::sparse);
  if (!ldlt_) ldlt_.emplace(analysed(a), a);
  holds_ = false;
  const Status status = ldlt_->factor(a, shift);
  holds_ = status == Status::ok;
  return status;
}

void SparseLdlt::solve(Eigen::Ref<Eigen::MatrixXd> b) const {
  ENSURE(holds_);
  ldlt_->solve(b);
}

}  // namespace plumb
