#include <plumb/linalg/supernodal_ldlt.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <plumb/core/status.h>

namespace plumb {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// L D L^T of a small dense block, lower triangle, in place. False where a pivot is lost to round-off.
bool eliminate_dense(Eigen::Ref<Eigen::MatrixXd> a, Eigen::Ref<Eigen::VectorXd> d,
                     const Eigen::Ref<const Eigen::VectorXd>& scale) {
  const Eigen::Index n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    d[k] = a(k, k);
    if (!std::isfinite(d[k]) || std::abs(d[k]) <= kVanishingPivot * scale[k]) return false;
    const Eigen::Index left = n - k - 1;
    for (Eigen::Index j = k + 1; j < n; ++j) {
      const double factor = a(j, k) / d[k];
      a.col(j).tail(n - j) -= factor * a.col(k).tail(n - j);
    }
    a.col(k).tail(left) /= d[k];
    a(k, k) = 1;
  }
  return true;
}

}  // namespace

SupernodalLdlt::SupernodalLdlt(Supernodes symbolic, const SymmetricMatrix& pattern) : symbolic_(std::move(symbolic)) {
  const int n = symbolic_.n(), n_super = symbolic_.n_super();
  ENSURE(n == pattern.size());
  super_of_.resize(index(n));
  for (int s = 0; s < n_super; ++s) {
    std::fill(super_of_.begin() + at(symbolic_.first, s), super_of_.begin() + at(symbolic_.first, s + 1), s);
  }
  std::vector<int> place(index(n));
  for (int k = 0; k < n; ++k) place[index(at(symbolic_.permutation, k))] = k;

  positions_.reserve(index(pattern.n_values()));
  for (int column = 0; column < n; ++column) {
    for (int k = pattern.column_starts()[index(column)]; k < pattern.column_starts()[index(column) + 1]; ++k) {
      const int a = place[index(column)], b = place[index(pattern.rows()[index(k)])];
      const int s = super_of_[index(std::min(a, b))];
      const auto own = rows(s);
      const auto row = std::lower_bound(own.begin(), own.end(), std::max(a, b));
      ENSURE(row != own.end() && *row == std::max(a, b));
      positions_.push_back(symbolic_.block_start[index(s)] +
                           index(std::min(a, b) - at(symbolic_.first, s)) * index(n_rows(s)) +
                           static_cast<std::size_t>(row - own.begin()));
    }
  }
  l_.resize(static_cast<Eigen::Index>(symbolic_.block_start.back()));
  d_.resize(n);
  scale_.resize(n);
  waiting_.resize(index(n_super));
  next_.resize(index(n_super));
  handed_.resize(index(n_super));
  local_.resize(index(n));
}

std::span<const int> SupernodalLdlt::rows(int s) const {
  return {symbolic_.rows.data() + at(symbolic_.row_start, s), index(n_rows(s))};
}

SupernodalLdlt::Block SupernodalLdlt::block(int s) {
  return {l_.data() + symbolic_.block_start[index(s)], n_rows(s), n_columns(s), Eigen::OuterStride<>(n_rows(s))};
}

SupernodalLdlt::ConstBlock SupernodalLdlt::block(int s) const {
  return {l_.data() + symbolic_.block_start[index(s)], n_rows(s), n_columns(s), Eigen::OuterStride<>(n_rows(s))};
}

double SupernodalLdlt::flops() const {
  double sum = 0;
  for (int s = 0; s < symbolic_.n_super(); ++s) {
    for (int k = 0; k < n_columns(s); ++k) {
      const double below = n_rows(s) - k - 1;
      sum += below * (below + 2);  // a division each; a multiplication and an addition for each pair
    }
  }
  return sum;
}

Status SupernodalLdlt::factor(const SymmetricMatrix& a, double shift) {
  constexpr int kNone = -1;
  l_.setZero();
  for (std::size_t k = 0; k < positions_.size(); ++k) l_[static_cast<Eigen::Index>(positions_[k])] += a.values()[k];
  std::fill(waiting_.begin(), waiting_.end(), kNone);
  n_negative_ = 0;
  for (int s = 0; s < symbolic_.n_super(); ++s) {
    const int first = at(symbolic_.first, s), n_own = n_columns(s);
    Block own = block(s);
    own.diagonal().array() += shift;
    scale_.segment(first, n_own) = own.diagonal().cwiseAbs();
    const auto all = rows(s);
    for (std::size_t i = 0; i < all.size(); ++i) local_[index(all[i])] = static_cast<int>(i);
    for (int d = waiting_[index(s)]; d != kNone;) {
      const int following = next_[index(d)];
      if (const Status status = update(s, d); status != Status::ok) return status;
      d = following;
    }
    if (const Status status = eliminate(s); status != Status::ok) return status;
    hand_on(s, n_own);
  }
  n_negative_ = static_cast<int>((d_.array() < 0).count());
  return Status::ok;
}

/// Puts a supernode on the list of the one that its next rows belong to.
void SupernodalLdlt::hand_on(int s, int first_row) {
  handed_[index(s)] = first_row;
  if (first_row == n_rows(s)) return;
  const int target = super_of_[index(rows(s)[index(first_row)])];
  next_[index(s)] = waiting_[index(target)];
  waiting_[index(target)] = s;
}

/// Subtracts L_below D L_here^T, where `here` are the descendant's rows among the columns of s, `below` those and all
/// after.
Status SupernodalLdlt::update(int s, int descendant) {
  const auto all = rows(descendant);
  const int begin = handed_[index(descendant)], first = at(symbolic_.first, s);
  const int end =
      static_cast<int>(std::lower_bound(all.begin() + begin, all.end(), at(symbolic_.first, s + 1)) - all.begin());
  const int n_here = end - begin, n_below = n_rows(descendant) - begin;
  const ConstBlock l = std::as_const(*this).block(descendant);
  const auto d = d_.segment(at(symbolic_.first, descendant), n_columns(descendant));
  scaled_.noalias() = l.middleRows(begin, n_here) * d.asDiagonal();
  product_.noalias() = l.bottomRows(n_below) * scaled_.transpose();
  Block own = block(s);
  for (int j = 0; j < n_here; ++j) {
    auto column = own.col(all[index(begin + j)] - first);
    for (int i = j; i < n_below; ++i) column[local_[index(all[index(begin + i)])]] -= product_(i, j);
  }
  hand_on(descendant, end);
  return meter_.spend(2.0 * n_here * n_below * n_columns(descendant));
}

/// The supernode's own columns, a panel of them at a time.
Status SupernodalLdlt::eliminate(int s) {
  constexpr Eigen::Index kPanel = 32;
  Block own = block(s);
  const Eigen::Index n_own = own.cols(), first = at(symbolic_.first, s);
  for (Eigen::Index k = 0; k < n_own; k += kPanel) {
    const Eigen::Index width = std::min(kPanel, n_own - k), after = k + width, left = own.rows() - after;
    auto corner = own.block(k, k, width, width);
    auto d = d_.segment(first + k, width);
    if (!eliminate_dense(corner, d, scale_.segment(first + k, width))) return Status::singular;
    if (left == 0) continue;
    auto panel = own.block(after, k, left, width);
    corner.transpose().triangularView<Eigen::UnitUpper>().solveInPlace<Eigen::OnTheRight>(panel);
    // The panel is L D now.
    const Eigen::Index n_after = n_own - after;
    if (n_after > 0) scaled_ = panel.topRows(n_after);
    panel.array().rowwise() /= d.transpose().array();
    if (n_after > 0) own.block(after, after, left, n_after).noalias() -= panel * scaled_.transpose();
    const double operations = 2.0 * static_cast<double>(width * left * (width + n_after));
    if (const Status status = meter_.spend(operations); status != Status::ok) return status;
  }
  return Status::ok;
}

template <class Columns>
void SupernodalLdlt::solve_permuted(Columns& x, Columns& below) const {
  for (int s = 0; s < symbolic_.n_super(); ++s) {
    const ConstBlock l = block(s);
    const int n_own = n_columns(s), n_below = n_rows(s) - n_own;
    auto own = x.middleRows(at(symbolic_.first, s), n_own);
    l.topRows(n_own).triangularView<Eigen::UnitLower>().solveInPlace(own);
    below.noalias() = l.bottomRows(n_below) * own;
    const auto all = rows(s).subspan(index(n_own));
    for (int i = 0; i < n_below; ++i) x.row(all[index(i)]) -= below.row(i);
  }
  for (Eigen::Index k = 0; k < x.cols(); ++k) x.col(k).array() /= d_.array();
  for (int s = symbolic_.n_super() - 1; s >= 0; --s) {
    const ConstBlock l = block(s);
    const int n_own = n_columns(s), n_below = n_rows(s) - n_own;
    const auto all = rows(s).subspan(index(n_own));
    below.resize(n_below, x.cols());
    for (int i = 0; i < n_below; ++i) below.row(i) = x.row(all[index(i)]);
    auto own = x.middleRows(at(symbolic_.first, s), n_own);
    own.noalias() -= l.bottomRows(n_below).transpose() * below;
    l.topRows(n_own).transpose().triangularView<Eigen::UnitUpper>().solveInPlace(own);
  }
}

void SupernodalLdlt::solve(Eigen::Ref<Eigen::MatrixXd> b) const {
  const auto permute_and_solve = [&](auto& x, auto& below) {
    x.resize(b.rows(), b.cols());
    for (int k = 0; k < symbolic_.n(); ++k) x.row(k) = b.row(at(symbolic_.permutation, k));
    solve_permuted(x, below);
    for (int k = 0; k < symbolic_.n(); ++k) b.row(at(symbolic_.permutation, k)) = x.row(k);
  };
  // Each thread has its own room; a single column is a vector, which has faster kernels.
  if (b.cols() == 1) {
    thread_local Eigen::VectorXd x, below;
    permute_and_solve(x, below);
  } else {
    thread_local Eigen::MatrixXd x, below;
    permute_and_solve(x, below);
  }
}

}  // namespace plumb
