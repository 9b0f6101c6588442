#include <plumb/linalg/pattern.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

SymmetricPattern::SymmetricPattern(int n) : n_(n) { ENSURE(n >= 0); }

void SymmetricPattern::add_stencil(std::span<const int> dofs) {
  ENSURE(!finished_);
  for (const int dof : dofs) {
    ENSURE(dof < n_);
    if (dof >= 0) stencil_dofs_.push_back(dof);
  }
  stencil_starts_.push_back(static_cast<int>(stencil_dofs_.size()));
}

void SymmetricPattern::finish() {
  ENSURE(!finished_);
  finished_ = true;

  // For each unknown, the stencils it is in.
  const int n_stencils = static_cast<int>(stencil_starts_.size()) - 1;
  std::vector<int> member_starts(at(n_) + 1, 0), members(stencil_dofs_.size());
  for (const int dof : stencil_dofs_) ++member_starts[at(dof) + 1];
  for (int j = 0; j < n_; ++j) member_starts[at(j) + 1] += member_starts[at(j)];
  std::vector<int> next(member_starts.begin(), member_starts.end() - 1);
  for (int s = 0; s < n_stencils; ++s) {
    for (int k = stencil_starts_[at(s)]; k < stencil_starts_[at(s) + 1]; ++k) {
      members[at(next[at(stencil_dofs_[at(k)])]++)] = s;
    }
  }

  // Column j: the union of its stencils, below the diagonal. `seen[i] == j` marks row i as taken.
  std::vector<int> seen(at(n_), -1);
  column_starts_.assign(1, 0);
  for (int j = 0; j < n_; ++j) {
    const std::size_t first = rows_.size();
    rows_.push_back(j);
    seen[at(j)] = j;
    for (int m = member_starts[at(j)]; m < member_starts[at(j) + 1]; ++m) {
      const int s = members[at(m)];
      for (int k = stencil_starts_[at(s)]; k < stencil_starts_[at(s) + 1]; ++k) {
        const int i = stencil_dofs_[at(k)];
        if (i <= j || seen[at(i)] == j) continue;
        seen[at(i)] = j;
        rows_.push_back(i);
      }
    }
    std::sort(rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end());
    if (rows_.size() > at(std::numeric_limits<int>::max())) {
      throw UserError(fmt::format("a symmetric matrix of {} unknowns has more entries than can be counted", n_));
    }
    column_starts_.push_back(static_cast<int>(rows_.size()));
  }
  stencil_starts_ = {};
  stencil_dofs_ = {};
}

int SymmetricPattern::n_nonzeros() const {
  ENSURE(finished_);
  return static_cast<int>(rows_.size());
}

int SymmetricPattern::half_bandwidth() const {
  ENSURE(finished_);
  int width = 0;
  for (int j = 0; j < n_; ++j) width = std::max(width, rows_[at(column_starts_[at(j) + 1] - 1)] - j);
  return width;
}

std::span<const int> SymmetricPattern::column_starts() const {
  ENSURE(finished_);
  return column_starts_;
}

std::span<const int> SymmetricPattern::rows() const {
  ENSURE(finished_);
  return rows_;
}

}  // namespace plumb
