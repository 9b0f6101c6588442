#include <plumb/linalg/multifrontal_ldlt.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <plumb/core/parallel.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

constexpr int kNone = -1;
// Below this work a factorisation is faster than threads are woken up.
constexpr double kWorthBranches = 1e7;  // multiplications and additions
constexpr int kBranches = 24;           // at least, each with the same share or less

/// Adds a child's update, m rows of it, to its parent's front. `own`: to its own columns, else to its update.
void add_update(const double* update, int m, std::span<const int> to, const Front& parent, bool own) {
  const Eigen::Index stride = Front::padded(m), stride_own = Front::padded(parent.own),
                     stride_below = Front::padded(parent.below);
  const int n_own = static_cast<int>(std::lower_bound(to.begin(), to.end(), parent.own) - to.begin());
  const int* place = to.data();
  const auto add_below = [&](double* column, const double* from, int first) {
    for (int i = first; i < m; ++i) column[place[i] - parent.own] += from[i];
  };
  if (own) {
    for (int j = 0; j < n_own; ++j) {
      const double* from = update + j * stride;
      double* column = parent.diagonal + place[j] * stride_own;
      for (int i = j; i < n_own; ++i) column[place[i]] += from[i];
      add_below(parent.rows + place[j] * stride_below, from, n_own);
    }
    return;
  }
  const auto columns = [&](int begin, int end) {
    for (int j = begin; j < end; ++j) {
      add_below(parent.update + (place[j] - parent.own) * stride_below, update + j * stride, j);
    }
  };
  constexpr int kLarge = 400, kColumns = 32;
  if (m - n_own < kLarge) return columns(n_own, m);
  for_chunks(m - n_own, kColumns, [&](int begin, int end) { columns(n_own + begin, n_own + end); });
}

}  // namespace

MultifrontalLdlt::MultifrontalLdlt(Supernodes symbolic, const SymmetricMatrix& pattern)
    : symbolic_(std::move(symbolic)) {
  const int n = symbolic_.n(), n_super = symbolic_.n_super();
  ENSURE(n == pattern.size());
  block_start_.push_back(0);
  for (int s = 0; s < n_super; ++s) {
    const auto rows = Front::padded(symbolic_.n_columns(s)) + Front::padded(symbolic_.n_below(s));
    const auto size = static_cast<std::size_t>(rows) * at(symbolic_.n_columns(s));
    if (size > std::numeric_limits<std::uint32_t>::max()) {
      throw UserError(
          fmt::format("the factors of {} unknowns would have more than 2^32 entries in one block; take fewer "
                      "elements",
                      n));
    }
    block_start_.push_back(block_start_.back() + size);
  }
  find_children();
  place_entries(pattern);
  find_parts();
  l_.resize(static_cast<Eigen::Index>(block_start_.back()));
  d_.resize(n);
  scale_.resize(n);
  updates_.resize(at(n_super));
}

void MultifrontalLdlt::find_children() {
  const int n_super = symbolic_.n_super();
  depth_is_odd_.assign(at(n_super), 0);
  child_start_.assign(at(n_super) + 1, 0);
  for (int s = n_super - 1; s >= 0; --s) {
    const int parent = symbolic_.parent[at(s)];
    if (parent == kNone) continue;
    depth_is_odd_[at(s)] = !depth_is_odd_[at(parent)];
    ++child_start_[at(parent) + 1];
  }
  std::partial_sum(child_start_.begin(), child_start_.end(), child_start_.begin());
  std::vector<int> next = child_start_, local(at(symbolic_.n()));
  children_.resize(at(child_start_.back()));
  in_parent_.resize(symbolic_.rows.size());
  for (int s = 0; s < n_super; ++s) {
    if (symbolic_.parent[at(s)] != kNone) children_[at(next[at(symbolic_.parent[at(s)])]++)] = s;
  }
  for (int p = 0; p < n_super; ++p) {
    const int first = symbolic_.first[at(p)], own = symbolic_.n_columns(p);
    std::iota(local.begin() + first, local.begin() + first + own, 0);
    int place = own;
    for (const int row : symbolic_.below(p)) local[at(row)] = place++;
    for (int c = child_start_[at(p)]; c < child_start_[at(p) + 1]; ++c) {
      const int child = children_[at(c)];
      int* to = in_parent_.data() + symbolic_.row_start[at(child)];
      for (const int row : symbolic_.below(child)) *to++ = local[at(row)];
    }
  }
}

/// Sorts the entries of A by supernode, and finds the place of each.
void MultifrontalLdlt::place_entries(const SymmetricMatrix& pattern) {
  const int n = symbolic_.n(), n_super = symbolic_.n_super();
  std::vector<int> column(at(n)), super_of(at(n));
  for (int k = 0; k < n; ++k) column[at(symbolic_.permutation[at(k)])] = k;
  for (int s = 0; s < n_super; ++s) {
    std::fill(super_of.begin() + symbolic_.first[at(s)], super_of.begin() + symbolic_.first[at(s) + 1], s);
  }
  struct Entry {
    int row, column;
  };
  std::vector<Entry> where(at(pattern.n_values()));
  entry_start_.assign(at(n_super) + 1, 0);
  for (int j = 0; j < n; ++j) {
    for (int k = pattern.column_starts()[at(j)]; k < pattern.column_starts()[at(j) + 1]; ++k) {
      const auto [low, high] = std::minmax({column[at(j)], column[at(pattern.rows()[at(k)])]});
      where[at(k)] = {high, low};
      ++entry_start_[at(super_of[at(low)]) + 1];
    }
  }
  std::partial_sum(entry_start_.begin(), entry_start_.end(), entry_start_.begin());
  entries_.resize(where.size());
  places_.resize(where.size());
  std::vector<int> next = entry_start_;
  for (std::size_t k = 0; k < where.size(); ++k) {
    entries_[at(next[at(super_of[at(where[k].column)])]++)] = static_cast<int>(k);
  }
  std::vector<int> local(at(n), kNone);
  for (int s = 0; s < n_super; ++s) {
    const int first = symbolic_.first[at(s)], own = symbolic_.n_columns(s);
    const auto rows = symbolic_.below(s);
    for (std::size_t i = 0; i < rows.size(); ++i) local[at(rows[i])] = static_cast<int>(i);
    for (int k = entry_start_[at(s)]; k < entry_start_[at(s) + 1]; ++k) {
      const Entry& entry = where[at(entries_[at(k)])];
      const int c = entry.column - first, r = entry.row - first;
      const Eigen::Index place =
          r < own ? c * Front::padded(own) + r
                  : own * Front::padded(own) + c * Front::padded(static_cast<int>(rows.size())) + local[at(entry.row)];
      places_[at(k)] = static_cast<std::uint32_t>(place);
    }
  }
}

/// Cuts the tree into branches of no more than their share of the work, and the trunk above them.
void MultifrontalLdlt::find_parts() {
  const int n_super = symbolic_.n_super();
  std::vector<double> work(at(n_super));
  double all = 0;
  for (int s = 0; s < n_super; ++s) {
    work[at(s)] += symbolic_.flops(s);
    const int parent = symbolic_.parent[at(s)];
    if (parent == kNone)
      all += work[at(s)];
    else
      work[at(parent)] += work[at(s)];
  }
  const double share = all < kWorthBranches ? all : all / kBranches;
  branch_of_root_.assign(at(n_super), kNone);
  for (int s = n_super - 1, root = kNone; s >= 0; --s) {
    const int parent = symbolic_.parent[at(s)];
    const bool branch = work[at(s)] <= share, begins = branch && (parent == kNone || work[at(parent)] > share);
    if (begins) {
      root = s;
      branches_.push_back({{}, work[at(s)], {}});
    }
    (branch ? branches_.back() : trunk_).supernodes.push_back(s);
    if (begins) branch_of_root_[at(root)] = 1;
  }
  std::stable_sort(branches_.begin(), branches_.end(), [](const Part& a, const Part& b) { return a.flops > b.flops; });
  for (Part& part : branches_) {
    std::reverse(part.supernodes.begin(), part.supernodes.end());
    branch_of_root_[at(part.supernodes.back())] = static_cast<int>(branch_updates_.size());
    branch_updates_.emplace_back(padded_square(symbolic_.n_below(part.supernodes.back())));
    measure(part);
  }
  std::reverse(trunk_.supernodes.begin(), trunk_.supernodes.end());
  measure(trunk_);
}

void MultifrontalLdlt::measure(Part& part) const {
  std::array<Eigen::Index, 2> used{};
  const auto on_stack = [&](int s) {
    return branch_of_root_[at(s)] == kNone ? padded_square(symbolic_.n_below(s)) : Eigen::Index{0};
  };
  for (const int s : part.supernodes) {
    const auto own = at(depth_is_odd_[at(s)]);
    used[own] += on_stack(s);
    part.room[own] = std::max(part.room[own], used[own]);
    for (int c = child_start_[at(s)]; c < child_start_[at(s) + 1]; ++c) used[1 - own] -= on_stack(children_[at(c)]);
  }
}

Front MultifrontalLdlt::front(int s) {
  const int own = symbolic_.n_columns(s), first = symbolic_.first[at(s)];
  double* diagonal = l_.data() + block_start_[at(s)];
  return {own,
          symbolic_.n_below(s),
          diagonal,
          diagonal + own * Front::padded(own),
          updates_[at(s)],
          d_.data() + first,
          scale_.data() + first};
}

MultifrontalLdlt::Block MultifrontalLdlt::diagonal(int s) const {
  const int own = symbolic_.n_columns(s);
  return {l_.data() + block_start_[at(s)], own, own, Eigen::OuterStride<>(Front::padded(own))};
}

MultifrontalLdlt::Block MultifrontalLdlt::below(int s) const {
  const int own = symbolic_.n_columns(s), n = symbolic_.n_below(s);
  return {l_.data() + block_start_[at(s)] + own * Front::padded(own), n, own, Eigen::OuterStride<>(Front::padded(n))};
}

Status MultifrontalLdlt::factor(const SymmetricMatrix& a, double shift) {
  ENSURE(at(a.n_values()) == entries_.size());
  if (const Status status = run_branches(a, shift); status != Status::ok) return status;
  if (const Status status = run(trunk_, a, shift, workers_[0]); status != Status::ok) return status;
  n_negative_ = static_cast<int>((d_.array() < 0).count());
  return Status::ok;
}

Status MultifrontalLdlt::run_branches(const SymmetricMatrix& a, double shift) {
  const int n_workers =
      std::max(1, std::min(trunk_.supernodes.empty() ? 1 : threads(), static_cast<int>(branches_.size())));
  if (at(n_workers) > workers_.size()) workers_.resize(at(n_workers));
  std::vector<Status> statuses(branches_.size(), Status::ok);
  std::atomic<int> next = 0;
  for_chunks(n_workers, 1, [&](int w, int) {
    for (int b = next++; b < static_cast<int>(branches_.size()); b = next++) {
      statuses[at(b)] = run(branches_[at(b)], a, shift, workers_[at(w)]);
      if (statuses[at(b)] != Status::ok) next = static_cast<int>(branches_.size());
    }
  });
  const auto failed = std::find_if(statuses.begin(), statuses.end(), [](Status s) { return s != Status::ok; });
  return failed == statuses.end() ? Status::ok : *failed;
}

Status MultifrontalLdlt::run(const Part& part, const SymmetricMatrix& a, double shift, Worker& worker) {
  worker.used = {};
  for (std::size_t k = 0; k < 2; ++k) {
    if (worker.stacks[k].size() < part.room[k]) worker.stacks[k].resize(part.room[k]);
  }
  for (const int s : part.supernodes) {
    if (const Status status = assemble_and_eliminate(s, a, shift, worker); status != Status::ok) return status;
  }
  return Status::ok;
}

Status MultifrontalLdlt::assemble_and_eliminate(int s, const SymmetricMatrix& a, double shift, Worker& worker) {
  const auto own = at(depth_is_odd_[at(s)]);
  if (const int branch = branch_of_root_[at(s)]; branch != kNone) {
    updates_[at(s)] = branch_updates_[at(branch)].data();
  } else {
    updates_[at(s)] = worker.stacks[own].data() + worker.used[own];
    worker.used[own] += padded_square(symbolic_.n_below(s));
  }
  fill(s, a, shift);
  const Front parent = front(s);
  const auto add_children = [&](bool to_own) {
    for (int c = child_start_[at(s)]; c < child_start_[at(s) + 1]; ++c) {
      const int child = children_[at(c)], m = symbolic_.n_below(child);
      const auto to = std::span(in_parent_).subspan(at(symbolic_.row_start[at(child)]), at(m));
      add_update(updates_[at(child)], m, to, parent, to_own);
    }
  };
  add_children(true);
  if (const Status status = eliminate(parent, worker.room, worker.meter); status != Status::ok) return status;
  add_children(false);
  for (int c = child_start_[at(s)]; c < child_start_[at(s) + 1]; ++c) {
    const int child = children_[at(c)];
    if (branch_of_root_[at(child)] == kNone) worker.used[1 - own] -= padded_square(symbolic_.n_below(child));
  }
  return Status::ok;
}

/// The supernode's part of A + shift I.
void MultifrontalLdlt::fill(int s, const SymmetricMatrix& a, double shift) {
  double* block = l_.data() + block_start_[at(s)];
  std::fill(block, l_.data() + block_start_[at(s) + 1], 0.0);
  for (int k = entry_start_[at(s)]; k < entry_start_[at(s) + 1]; ++k) {
    block[places_[at(k)]] = a.values()[entries_[at(k)]];
  }
  const int own = symbolic_.n_columns(s), first = symbolic_.first[at(s)];
  for (int k = 0; k < own; ++k) {
    double& entry = block[k * (Front::padded(own) + 1)];
    entry += shift;
    scale_[first + k] = std::abs(entry);
  }
}

template <class Columns>
void MultifrontalLdlt::solve_permuted(Columns& x, Columns& part) const {
  for (int s = 0; s < symbolic_.n_super(); ++s) {
    auto own = x.middleRows(symbolic_.first[at(s)], symbolic_.n_columns(s));
    diagonal(s).triangularView<Eigen::UnitLower>().solveInPlace(own);
    const auto rows = symbolic_.below(s);
    part.noalias() = below(s) * own;
    for (std::size_t i = 0; i < rows.size(); ++i) x.row(rows[i]) -= part.row(static_cast<Eigen::Index>(i));
  }
  for (Eigen::Index k = 0; k < x.cols(); ++k) x.col(k).array() /= d_.array();
  for (int s = symbolic_.n_super() - 1; s >= 0; --s) {
    const auto rows = symbolic_.below(s);
    part.resize(static_cast<Eigen::Index>(rows.size()), x.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) part.row(static_cast<Eigen::Index>(i)) = x.row(rows[i]);
    auto own = x.middleRows(symbolic_.first[at(s)], symbolic_.n_columns(s));
    own.noalias() -= below(s).transpose() * part;
    diagonal(s).transpose().triangularView<Eigen::UnitUpper>().solveInPlace(own);
  }
}

void MultifrontalLdlt::solve(Eigen::Ref<Eigen::MatrixXd> b) const {
  const auto permute_and_solve = [&](auto&& columns, auto& x, auto& part) {
    x.resize(columns.rows(), columns.cols());
    for (int k = 0; k < symbolic_.n(); ++k) x.row(k) = columns.row(symbolic_.permutation[at(k)]);
    solve_permuted(x, part);
    for (int k = 0; k < symbolic_.n(); ++k) columns.row(symbolic_.permutation[at(k)]) = x.row(k);
  };
  // Each thread has its own room; a single column is a vector, which has faster kernels. Of several, those that the
  // cache has room for go together, row by row, for it is rows that are gathered and scattered.
  if (b.cols() == 1) {
    thread_local Eigen::VectorXd x, part;
    permute_and_solve(b, x, part);
    return;
  }
  constexpr Eigen::Index kTogether = 64;
  thread_local Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> x, part;
  for (Eigen::Index first = 0; first < b.cols(); first += kTogether) {
    permute_and_solve(b.middleCols(first, std::min(kTogether, b.cols() - first)), x, part);
  }
}

}  // namespace plumb
