#include <plumb/linalg/cholmod.h>
#ifdef PLUMB_CHOLMOD

#include <cholmod.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <new>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

std::vector<int> ints(const void* from, std::size_t n) {
  const auto* first = static_cast<const int*>(from);
  return {first, first + n};
}

/// A machine promises more memory than it has, and ends whoever uses it: so the factors must fit into what it has.
void check_memory(int n_unknowns, std::size_t n_entries) {
  constexpr double kGibi = 1024.0 * 1024 * 1024;
  const double needed = static_cast<double>(n_entries) * sizeof(double) / kGibi;
  const double present =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / kGibi;
  if (needed <= present) return;
  throw MachineError(
      fmt::format("the factors of {} unknowns would take {:.3g} GiB, but this machine has {:.3g}; take fewer elements",
                  n_unknowns, needed, present));
}

}  // namespace

Supernodes analysed_by_cholmod(const SymmetricMatrix& a) {
  // A view of our arrays; CHOLMOD only reads them.
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

  cholmod_common common;
  cholmod_start(&common);
  common.supernodal = CHOLMOD_SUPERNODAL;
  common.print = 0;
  cholmod_factor* l = cholmod_analyze(&view, &common);
  if (l == nullptr) {
    const bool too_large = common.status == CHOLMOD_TOO_LARGE;
    cholmod_finish(&common);
    if (!too_large) throw std::bad_alloc();
    throw UserError(
        fmt::format("the factors of {} unknowns would have more than 2^31 entries; take fewer elements", a.size()));
  }
  Supernodes s;
  s.permutation = ints(l->Perm, l->n);
  s.first = ints(l->super, l->nsuper + 1);
  s.row_start = ints(l->pi, l->nsuper + 1);
  s.rows = ints(l->s, l->ssize);
  for (const int start : ints(l->px, l->nsuper + 1)) s.block_start.push_back(static_cast<std::size_t>(start));
  cholmod_free_factor(&l, &common);
  cholmod_finish(&common);
  check_memory(a.size(), s.block_start.back());
  return s;
}

Status Cholmod::factor(const SymmetricMatrix& a, double shift) {
  ENSURE(a.storage() == Storage::sparse);
  holds_ = false;
  if (!std::all_of(a.values(), a.values() + a.n_values(), [](double x) { return std::isfinite(x); })) {
    return Status::singular;
  }
  if (!ldlt_) ldlt_.emplace(analysed_by_cholmod(a), a);
  const Status status = ldlt_->factor(a, shift);
  holds_ = status == Status::ok;
  return status;
}

int Cholmod::n_negative() const { return holds_ ? ldlt_->n_negative() : 0; }

void Cholmod::solve(Eigen::Ref<Eigen::MatrixXd> b) const {
  ENSURE(holds_);
  ldlt_->solve(b);
}

}  // namespace plumb

#endif
