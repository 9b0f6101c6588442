#include <plumb/linalg/patterned_lu.h>

#ifdef PLUMB_CHOLMOD
#include <plumb/linalg/cholmod.h>
#include <plumb/linalg/supernodal_lu.h>
#else
#include <vector>

#include <plumb/linalg/lu.h>
#endif

namespace plumb {

#ifdef PLUMB_CHOLMOD

struct PatternedLu::Impl {
  explicit Impl(const SymmetricMatrix& pattern) : lu(analysed_by_cholmod(pattern), pattern) {}
  SupernodalLu lu;
};

Status PatternedLu::factor(const SymmetricMatrix& lower, const SymmetricMatrix& upper) {
  return impl_->lu.factor(lower, upper);
}

#else

struct PatternedLu::Impl {
  explicit Impl(const SymmetricMatrix&) {}
  SparseLu lu;
};

Status PatternedLu::factor(const SymmetricMatrix& lower, const SymmetricMatrix& upper) {
  std::vector<Eigen::Triplet<double> > entries;
  const auto starts = lower.column_starts(), rows = lower.rows();
  for (int j = 0; j < lower.size(); ++j)
    for (int k = starts[static_cast<std::size_t>(j)]; k < starts[static_cast<std::size_t>(j) + 1]; ++k) {
      const int i = rows[static_cast<std::size_t>(k)];
      entries.emplace_back(i, j, lower.values()[k]);
      if (i != j) entries.emplace_back(j, i, upper.values()[k]);
    }
  Eigen::SparseMatrix<double> a(lower.size(), lower.size());
  a.setFromTriplets(entries.begin(), entries.end());
  return impl_->lu.factor(a);
}

#endif

PatternedLu::PatternedLu(const SymmetricMatrix& pattern) : impl_(std::make_unique<Impl>(pattern)) {}
PatternedLu::~PatternedLu() = default;
void PatternedLu::solve(Eigen::VectorXd& b) const { impl_->lu.solve(b); }

}  // namespace plumb
