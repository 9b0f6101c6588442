#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <plumb/linalg/symmetric.h>

namespace plumb {

/// What an analysis knows of L: columns with (nearly) the same rows stand together as supernodes, dense blocks of L.
/// Supernodes are in postorder: the subtree of one is what stands directly before it.
struct Supernodes {
  std::vector<int> permutation;  ///< column k of L is unknown permutation[k]
  std::vector<int> first;        ///< column of each supernode, and the number of columns behind the last
  std::vector<int> row_start;    ///< of each supernode into `rows`, and their number behind the last
  std::vector<int> rows;         ///< of L below the supernode's own columns, ascending
  std::vector<int> parent;       ///< the supernode that the first of these rows belongs to, or -1

  int n() const { return first.empty() ? 0 : first.back(); }
  int n_super() const { return static_cast<int>(parent.size()); }
  int n_columns(int s) const { return at(first, s + 1) - at(first, s); }
  int n_below(int s) const { return at(row_start, s + 1) - at(row_start, s); }
  std::span<const int> below(int s) const {
    return std::span(rows).subspan(static_cast<std::size_t>(at(row_start, s)), static_cast<std::size_t>(n_below(s)));
  }
  /// Entries of L, zeros that supernodes store included.
  double n_entries() const;
  /// Multiplications and additions of L D L^T: of one supernode, and of all.
  double flops(int s) const;
  double flops() const;

  static int at(const std::vector<int>& v, int i) { return v[static_cast<std::size_t>(i)]; }
};

/// Returns the order of elimination and the supernodes for the pattern of a sparse matrix. MachineError: the factors would
/// not fit into this machine.
Supernodes analysed(const SymmetricMatrix& a);

}  // namespace plumb
