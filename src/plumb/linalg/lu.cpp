#include <plumb/linalg/lu.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseLU>
#include <algorithm>

namespace plumb {

struct SparseLu::Impl {
  // mutable: Eigen's transposed view asks for a non-const solver, and changes nothing.
  mutable Eigen::SparseLU<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> lu;
  Eigen::SparseMatrix<double> last;
  bool factored = false;

  bool same_pattern(const Eigen::SparseMatrix<double>& a) const {
    return a.rows() == last.rows() && a.nonZeros() == last.nonZeros() &&
           std::equal(a.outerIndexPtr(), a.outerIndexPtr() + a.outerSize() + 1, last.outerIndexPtr()) &&
           std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), last.innerIndexPtr());
  }
};

SparseLu::SparseLu() : impl_(std::make_unique<Impl>()) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

Status SparseLu::factor(const Eigen::SparseMatrix<double>& a) {
  ENSURE(a.rows() == a.cols() && a.rows() > 0 && a.isCompressed());
  if (!impl_->same_pattern(a)) {
    impl_->last = a;
    impl_->lu.analyzePattern(a);
  }
  impl_->factored = false;
  // A NaN would be taken for a pivot: look before.
  if (!a.coeffs().isFinite().all()) return Status::singular;
  impl_->lu.factorize(a);
  if (impl_->lu.info() != Eigen::Success) return Status::singular;
  impl_->factored = true;
  return Status::ok;
}

void SparseLu::solve(Eigen::Ref<Eigen::VectorXd> b) const {
  ENSURE(impl_->factored && b.size() == impl_->last.rows());
  b = impl_->lu.solve(b).eval();
}

void SparseLu::solve_transposed(Eigen::Ref<Eigen::VectorXd> b) const {
  ENSURE(impl_->factored && b.size() == impl_->last.rows());
  b = impl_->lu.transpose().solve(b).eval();
}

}  // namespace plumb
