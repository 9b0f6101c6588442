#include <plumb/linalg/supernodal_lu.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <plumb/core/status.h>

namespace plumb {

namespace {

std::size_t place(int i) { return static_cast<std::size_t>(i); }

}  // namespace

SupernodalLu::SupernodalLu(Supernodes symbolic, const SymmetricMatrix& pattern) : symbolic_(std::move(symbolic)) {
  const int n = symbolic_.n(), n_super = symbolic_.n_super();
  ENSURE(n == pattern.size());
  block_start_.push_back(0);
  for (int s = 0; s < n_super; ++s) {
    row_start_.push_back(static_cast<int>(rows_.size()));
    for (int k = at(symbolic_.first, s); k < at(symbolic_.first, s + 1); ++k) rows_.push_back(k);
    rows_.insert(rows_.end(), symbolic_.below(s).begin(), symbolic_.below(s).end());
    block_start_.push_back(block_start_.back() + place(n_rows(s)) * place(n_columns(s)));
  }
  super_of_.resize(place(n));
  for (int s = 0; s < n_super; ++s)
    std::fill(super_of_.begin() + at(symbolic_.first, s), super_of_.begin() + at(symbolic_.first, s + 1), s);
  std::vector<int> column_of(place(n));
  for (int k = 0; k < n; ++k) column_of[place(at(symbolic_.permutation, k))] = k;
  for (int j = 0; j < n; ++j)
    for (int k = pattern.column_starts()[place(j)]; k < pattern.column_starts()[place(j) + 1]; ++k) {
      const int row = column_of[place(pattern.rows()[place(k)])], column = column_of[place(j)];
      lower_place_.push_back(place_of(row, column));
      upper_place_.push_back(place_of(column, row));
    }
  values_.resize(2 * static_cast<Eigen::Index>(block_start_.back()));
  exchange_.resize(place(n));
  waiting_.resize(place(n_super));
  next_.resize(place(n_super));
  handed_.resize(place(n_super));
  local_.resize(place(n));
}

/// Returns where entry (row, column) of P A P^T stands in values_.
std::size_t SupernodalLu::place_of(int row, int column) const {
  const int s = super_of_[place(std::min(row, column))], first = at(symbolic_.first, s);
  const bool in_corner = std::max(row, column) < at(symbolic_.first, s + 1), in_u = !in_corner && row < column;
  const auto own = rows(s);
  const int outer = in_u ? column : row, inner = in_u ? row : column;
  const auto found = std::lower_bound(own.begin(), own.end(), outer);
  ENSURE(found != own.end() && *found == outer);
  return (in_u ? block_start_.back() : 0) + block_start_[place(s)] + place(inner - first) * place(n_rows(s)) +
         static_cast<std::size_t>(found - own.begin());
}

std::span<const int> SupernodalLu::rows(int s) const { return {rows_.data() + at(row_start_, s), place(n_rows(s))}; }

SupernodalLu::Block SupernodalLu::l(int s) {
  return {values_.data() + block_start_[place(s)], n_rows(s), n_columns(s), Eigen::OuterStride<>(n_rows(s))};
}

SupernodalLu::ConstBlock SupernodalLu::l(int s) const {
  return {values_.data() + block_start_[place(s)], n_rows(s), n_columns(s), Eigen::OuterStride<>(n_rows(s))};
}

SupernodalLu::Block SupernodalLu::u(int s) {
  return {values_.data() + block_start_.back() + block_start_[place(s)], n_rows(s), n_columns(s),
          Eigen::OuterStride<>(n_rows(s))};
}

SupernodalLu::ConstBlock SupernodalLu::u(int s) const {
  return {values_.data() + block_start_.back() + block_start_[place(s)], n_rows(s), n_columns(s),
          Eigen::OuterStride<>(n_rows(s))};
}

double SupernodalLu::flops() const {
  double sum = 0;
  for (int s = 0; s < symbolic_.n_super(); ++s)
    for (int k = 0; k < n_columns(s); ++k) {
      const double below = n_rows(s) - k - 1;
      sum += below * (2 * below + 1);
    }
  return sum;
}

Status SupernodalLu::factor(const SymmetricMatrix& lower, const SymmetricMatrix& upper) {
  constexpr int kNone = -1;
  ENSURE(place(lower.n_values()) == lower_place_.size() && lower.n_values() == upper.n_values());
  values_.setZero();
  for (std::size_t k = 0; k < lower_place_.size(); ++k) {
    values_[static_cast<Eigen::Index>(upper_place_[k])] = upper.values()[k];
    values_[static_cast<Eigen::Index>(lower_place_[k])] = lower.values()[k];
  }
  if (!values_.allFinite()) return Status::singular;
  size_ = values_.size() > 0 ? values_.lpNorm<Eigen::Infinity>() : 0;
  n_moved_ = 0;
  std::fill(waiting_.begin(), waiting_.end(), kNone);
  for (int s = 0; s < symbolic_.n_super(); ++s) {
    const auto all = rows(s);
    for (std::size_t i = 0; i < all.size(); ++i) local_[place(all[i])] = static_cast<int>(i);
    for (int d = waiting_[place(s)]; d != kNone;) {
      const int following = next_[place(d)];
      if (const Status status = update(s, d); status != Status::ok) return status;
      d = following;
    }
    if (const Status status = eliminate(s); status != Status::ok) return status;
    hand_on(s, n_columns(s));
  }
  return Status::ok;
}

/// Puts a supernode on the list of the one that its next rows belong to.
void SupernodalLu::hand_on(int s, int first_row) {
  handed_[place(s)] = first_row;
  if (first_row == n_rows(s)) return;
  const int target = super_of_[place(rows(s)[place(first_row)])];
  next_[place(s)] = waiting_[place(target)];
  waiting_[place(target)] = s;
}

/// Subtracts L_below U_here and, for the rows of U, U_after^T L_here^T: `here` are the descendant's rows among the columns
/// of s, `after` those behind them, `below` both.
Status SupernodalLu::update(int s, int descendant) {
  const auto all = rows(descendant);
  const int begin = handed_[place(descendant)], first = at(symbolic_.first, s);
  const int end =
      static_cast<int>(std::lower_bound(all.begin() + begin, all.end(), at(symbolic_.first, s + 1)) - all.begin());
  const int n_here = end - begin, n_below = n_rows(descendant) - begin, n_after = n_below - n_here;
  const ConstBlock from_l = std::as_const(*this).l(descendant), from_u = std::as_const(*this).u(descendant);
  product_.noalias() = from_l.bottomRows(n_below) * from_u.middleRows(begin, n_here).transpose();
  Block to = l(s);
  for (int j = 0; j < n_here; ++j) {
    auto column = to.col(all[place(begin + j)] - first);
    for (int i = 0; i < n_below; ++i) column[local_[place(all[place(begin + i)])]] -= product_(i, j);
  }
  if (n_after > 0) {
    product_.noalias() = from_u.bottomRows(n_after) * from_l.middleRows(begin, n_here).transpose();
    Block to_u = u(s);
    for (int j = 0; j < n_here; ++j) {
      auto column = to_u.col(all[place(begin + j)] - first);
      for (int i = 0; i < n_after; ++i) column[local_[place(all[place(end + i)])]] -= product_(i, j);
    }
  }
  hand_on(descendant, end);
  return meter_.spend(2.0 * n_here * (n_below + n_after) * n_columns(descendant));
}

/// L U of the supernode's own rows and columns, with exchange of rows, a panel of columns at a time.
void SupernodalLu::eliminate_corner(int s, double smallest) {
  constexpr Eigen::Index kPanel = 24;
  Block block = l(s);
  const Eigen::Index n = block.cols(), first = at(symbolic_.first, s);
  auto a = block.topRows(n);
  for (Eigen::Index k = 0; k < n; k += kPanel) {
    const Eigen::Index width = std::min(kPanel, n - k), after = k + width, left = n - after;
    for (Eigen::Index j = k; j < after; ++j) {
      Eigen::Index largest = 0;
      a.col(j).tail(n - j).cwiseAbs().maxCoeff(&largest);
      largest += j;
      exchange_[static_cast<std::size_t>(first + j)] = static_cast<int>(largest);
      if (largest != j) a.row(j).swap(a.row(largest));
      double& pivot = a(j, j);
      if (!(std::abs(pivot) >= smallest)) {
        pivot = pivot < 0 ? -smallest : smallest;
        ++n_moved_;
      }
      const Eigen::Index below = n - j - 1, right = after - j - 1;
      a.col(j).tail(below) /= pivot;
      if (right > 0)
        a.block(j + 1, j + 1, below, right).noalias() -= a.col(j).tail(below) * a.row(j).segment(j + 1, right);
    }
    if (left == 0) continue;
    auto right = a.block(k, after, width, left);
    a.block(k, k, width, width).triangularView<Eigen::UnitLower>().solveInPlace(right);
    a.bottomRightCorner(left, left).noalias() -= a.block(after, k, left, width) * right;
  }
}

Status SupernodalLu::eliminate(int s) {
  constexpr double kSmallestPivot = 1e-14;
  eliminate_corner(s, kSmallestPivot * size_);
  Block own = l(s), own_u = u(s);
  const Eigen::Index n = own.cols(), below = own.rows() - n, first = at(symbolic_.first, s);
  if (below == 0) return Status::ok;
  const auto corner = own.topRows(n);
  auto l_below = own.bottomRows(below);
  corner.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(l_below);
  auto u_after = own_u.bottomRows(below);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Index other = exchange_[static_cast<std::size_t>(first + j)];
    if (other != j) u_after.col(j).swap(u_after.col(other));
  }
  corner.transpose().triangularView<Eigen::UnitUpper>().solveInPlace<Eigen::OnTheRight>(u_after);
  return meter_.spend(2.0 * static_cast<double>(n * n * (below + n)));
}

void SupernodalLu::solve(Eigen::VectorXd& b) const {
  Eigen::VectorXd x(b.size()), part;
  for (int k = 0; k < symbolic_.n(); ++k) x[k] = b[at(symbolic_.permutation, k)];
  for (int s = 0; s < symbolic_.n_super(); ++s) {
    const ConstBlock block = l(s);
    const int n = n_columns(s), below = n_rows(s) - n, first = at(symbolic_.first, s);
    for (int j = 0; j < n; ++j) std::swap(x[first + j], x[first + at(exchange_, first + j)]);
    auto own = x.segment(first, n);
    block.topRows(n).triangularView<Eigen::UnitLower>().solveInPlace(own);
    part.noalias() = block.bottomRows(below) * own;
    const auto after = rows(s).subspan(place(n));
    for (int i = 0; i < below; ++i) x[after[place(i)]] -= part[i];
  }
  for (int s = symbolic_.n_super() - 1; s >= 0; --s) {
    const int n = n_columns(s), below = n_rows(s) - n;
    const auto after = rows(s).subspan(place(n));
    part.resize(below);
    for (int i = 0; i < below; ++i) part[i] = x[after[place(i)]];
    auto own = x.segment(at(symbolic_.first, s), n);
    own.noalias() -= u(s).bottomRows(below).transpose() * part;
    l(s).topRows(n).triangularView<Eigen::Upper>().solveInPlace(own);
  }
  for (int k = 0; k < symbolic_.n(); ++k) b[at(symbolic_.permutation, k)] = x[k];
}

}  // namespace plumb
