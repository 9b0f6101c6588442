#include <plumb/linalg/cholmod.h>
#ifdef PLUMB_CHOLMOD

#include <cholmod.h>

#include <algorithm>
#include <cmath>

// Weak: with another BLAS there is nothing to set.
extern "C" [[gnu::weak]] void openblas_set_num_threads(int n);

namespace plumb {

struct Cholmod::Impl {
  cholmod_common common;
  cholmod_factor* supernodal = nullptr;  // L L^T
  cholmod_factor* simplicial = nullptr;  // L D L^T, made when first needed
  cholmod_factor* current = nullptr;     // the one that holds the last matrix
  cholmod_dense *solution = nullptr, *work_y = nullptr, *work_e = nullptr;
  int n_negative = 0;

  Impl() {
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    cholmod_start(&common);
    common.print = 0;  // failure is a Status, not a message
    common.quick_return_if_not_posdef = 1;
  }
  ~Impl() {
    cholmod_free_dense(&solution, &common);
    cholmod_free_dense(&work_y, &common);
    cholmod_free_dense(&work_e, &common);
    cholmod_free_factor(&supernodal, &common);
    cholmod_free_factor(&simplicial, &common);
    cholmod_finish(&common);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  bool factor_as(cholmod_factor*& l, int kind, cholmod_sparse& a, double shift);
  Status count_pivots(const SymmetricMatrix& a, double shift);
};

/// True when every pivot was accepted: positive (supernodal), or merely non-zero (simplicial).
bool Cholmod::Impl::factor_as(cholmod_factor*& l, int kind, cholmod_sparse& a, double shift) {
  common.supernodal = kind;
  common.final_ll = kind == CHOLMOD_SUPERNODAL;
  if (!l) l = cholmod_analyze(&a, &common);
  ENSURE(l);
  double beta[2] = {shift, 0};
  ENSURE(cholmod_factorize_p(&a, beta, nullptr, 0, l, &common));
  current = l;
  return common.status == CHOLMOD_OK && l->minor == l->n;
}

/// Pivot k of the simplicial factor heads its column and belongs to unknown Perm[k].
Status Cholmod::Impl::count_pivots(const SymmetricMatrix& a, double shift) {
  const auto* start = static_cast<const int*>(simplicial->p);
  const auto* permutation = static_cast<const int*>(simplicial->Perm);
  const auto* x = static_cast<const double*>(simplicial->x);
  n_negative = 0;
  for (std::size_t k = 0; k < simplicial->n; ++k) {
    const double d = x[start[k]];
    const double diagonal = a.values()[a.column_starts()[static_cast<std::size_t>(permutation[k])]] + shift;
    if (!std::isfinite(d) || std::abs(d) <= kVanishingPivot * std::abs(diagonal)) return Status::singular;
    n_negative += d < 0;
  }
  return Status::ok;
}

Cholmod::Cholmod() : impl_(std::make_unique<Impl>()) {}
Cholmod::~Cholmod() = default;

Status Cholmod::factor(const SymmetricMatrix& a, double shift) {
  ENSURE(a.storage() == Storage::sparse);
  // CHOLMOD's view of our arrays; it only reads them.
  cholmod_sparse view{};
  view.nrow = view.ncol = static_cast<std::size_t>(a.size());
  view.nzmax = static_cast<std::size_t>(a.n_values());
  view.p = const_cast<int*>(a.column_starts().data());
  view.i = const_cast<int*>(a.rows().data());
  view.x = const_cast<double*>(a.values());
  view.stype = -1;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = view.packed = 1;

  impl_->current = nullptr;
  impl_->n_negative = 0;
  if (!std::all_of(a.values(), a.values() + a.n_values(), [](double x) { return std::isfinite(x); })) {
    return Status::singular;
  }
  if (impl_->factor_as(impl_->supernodal, CHOLMOD_SUPERNODAL, view, shift)) return Status::ok;
  if (!impl_->factor_as(impl_->simplicial, CHOLMOD_SIMPLICIAL, view, shift)) return Status::singular;
  return impl_->count_pivots(a, shift);
}

int Cholmod::n_negative() const { return impl_->n_negative; }

void Cholmod::solve(Eigen::Ref<Eigen::VectorXd> b) const {
  ENSURE(impl_->current && b.size() == static_cast<Eigen::Index>(impl_->current->n));
  cholmod_dense view{};
  view.nrow = view.nzmax = view.d = impl_->current->n;
  view.ncol = 1;
  view.x = b.data();
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  ENSURE(cholmod_solve2(CHOLMOD_A, impl_->current, &view, nullptr, &impl_->solution, nullptr, &impl_->work_y,
                        &impl_->work_e, &impl_->common));
  std::copy_n(static_cast<const double*>(impl_->solution->x), b.size(), b.data());
}

}  // namespace plumb

#endif
