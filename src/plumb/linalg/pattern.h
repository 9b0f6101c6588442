#pragma once

#include <span>
#include <vector>

namespace plumb {

/// Which entries of a symmetric matrix can be non-zero: known before any solve, from the unknowns that each element
/// couples. Only the lower triangle is kept, column by column, rows ascending; the diagonal is always there.
class SymmetricPattern {
 public:
  explicit SymmetricPattern(int n);

  /// Couples all pairs of these unknowns. Negative entries are removed unknowns and are skipped.
  void add_stencil(std::span<const int> dofs);
  /// After the last stencil; the questions below are answered only then.
  void finish();

  int size() const { return n_; }
  int n_nonzeros() const;      ///< of the lower triangle
  int half_bandwidth() const;  ///< max(row - col); 0 for a diagonal matrix
  /// Column j has the rows rows()[column_starts()[j]] .. rows()[column_starts()[j + 1] - 1].
  std::span<const int> column_starts() const;
  std::span<const int> rows() const;

 private:
  int n_;
  bool finished_ = false;
  std::vector<int> stencil_starts_{0}, stencil_dofs_;  // emptied by finish
  std::vector<int> column_starts_, rows_;
};

}  // namespace plumb
