#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <plumb/linalg/pattern.h>

namespace plumb {

enum class Storage { band, sparse };

/// The lower triangle of a symmetric matrix, stored as its pattern asks.
///
/// band: block columns of 4x4 blocks, each contiguous, column-major and (with AVX) 32-byte aligned; block column J
/// holds the blocks (J, J), (J + 1, J), ... (J + w, J). Unknown i sits at i + lead: up to three unknowns of identity
/// padding come before and after, so that the blocks fall where w is smallest. A dense matrix is a band of full width.
/// sparse: lower triangle by columns, rows ascending.
class SymmetricMatrix {
 public:
  /// Band where at least a quarter of it is filled (or n is small), unless the storage is forced.
  explicit SymmetricMatrix(const SymmetricPattern& pattern, std::optional<Storage> forced = {});

  int size() const { return n_; }
  Storage storage() const { return storage_; }

  /// Where entry (row, col), row >= col, lies in `values`; it must be in the pattern (or inside the band).
  std::int32_t position(int row, int col) const;
  double* values() { return values_.data(); }
  const double* values() const { return values_.data(); }
  std::int32_t n_values() const { return static_cast<std::int32_t>(values_.size()); }
  void set_zero();

  /// y = A x; y is not x.
  void multiply(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> y) const;
  /// y = |A| |x|: times the unit round-off, the noise floor of A x.
  void multiply_abs(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> y) const;
  void diagonal(Eigen::Ref<Eigen::VectorXd> out) const;
  Eigen::MatrixXd dense() const;

  // The layout, for factorisations.
  int n_blocks() const { return n_blocks_; }                             ///< band: block columns
  int block_half_bandwidth() const { return block_width_; }              ///< band: w
  int lead() const { return lead_; }                                     ///< band: padding before the first unknown
  std::span<const int> column_starts() const { return column_starts_; }  ///< sparse
  std::span<const int> rows() const { return rows_; }                    ///< sparse

 private:
  template <bool Absolute>
  void multiply_as(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> y) const;

  int n_;
  Storage storage_;
  int n_blocks_ = 0, block_width_ = 0, lead_ = 0;
  std::vector<int> column_starts_, rows_;
  Eigen::VectorXd values_;
};

}  // namespace plumb
