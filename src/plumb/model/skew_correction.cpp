#include <plumb/model/skew_correction.h>

#include <algorithm>
#include <cmath>

namespace plumb {

SkewCorrection::SkewCorrection(const Model& model) {
  for (const auto& energy : model.energies) {
    if (const auto* term = dynamic_cast<const Circulatory*>(energy.get())) terms_.push_back(term);
  }
}

bool SkewCorrection::prepare(const Layout& layout, const State& state, const Loads& loads, const Factorization& h) {
  entries_.clear();
  touched_.clear();
  for (const Circulatory* term : terms_) term->add_skew(state, loads, entries_);
  const auto row = [&](int unknown) { return layout.free_index[static_cast<std::size_t>(unknown)]; };
  std::erase_if(entries_, [&](const auto& e) { return e.value() == 0 || row(e.row()) < 0 || row(e.col()) < 0; });
  if (entries_.empty()) return true;

  for (const auto& e : entries_) touched_.push_back(row(e.row()));
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  const auto place = [&](int unknown) {
    return std::lower_bound(touched_.begin(), touched_.end(), row(unknown)) - touched_.begin();
  };
  const auto n = static_cast<Eigen::Index>(touched_.size());
  c_.setZero(n, n);
  // In a skew matrix every column with an entry has a row with one.
  for (const auto& e : entries_) c_(place(e.row()), place(e.col())) += e.value();
  z_.setZero(layout.n_free, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    z_(touched_[static_cast<std::size_t>(k)], k) = 1;
    h.solve(z_.col(k));
  }
  small_.compute(Eigen::MatrixXd::Identity(n, n) + c_ * z_(touched_, Eigen::all));
  return std::isfinite(small_.rcond()) && small_.rcond() > 1e-15;
}

void SkewCorrection::solve(const Factorization& h, Eigen::Ref<Eigen::VectorXd> b) const {
  h.solve(b);
  if (touched_.empty()) return;
  const Eigen::VectorXd at_touched = b(touched_);
  b -= z_ * small_.solve(c_ * at_touched);
}

}  // namespace plumb
