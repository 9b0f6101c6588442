#include <plumb/linalg/patterned_lu.h>

#include <plumb/linalg/supernodal_lu.h>

namespace plumb {

struct PatternedLu::Impl {
  explicit Impl(const SymmetricMatrix& pattern) : lu(analysed(pattern), pattern) {}
  SupernodalLu lu;
};

PatternedLu::PatternedLu(const SymmetricMatrix& pattern) : impl_(std::make_unique<Impl>(pattern)) {}
PatternedLu::~PatternedLu() = default;
Status PatternedLu::factor(const SymmetricMatrix& lower, const SymmetricMatrix& upper) {
  return impl_->lu.factor(lower, upper);
}
void PatternedLu::solve(Eigen::VectorXd& b) const { impl_->lu.solve(b); }

}  // namespace plumb
