#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <Eigen/LU>

#include <plumb/contact/friction/delassus_rows.h>
#include <plumb/linalg/patterned_lu.h>

namespace plumb {

/// The matrix L W R + D, where L, R and D have one 3x3 block for each contact. The pattern is that of W: a sparse one is
/// analysed once.
class FramedSystem {
 public:
  struct Frame {
    Eigen::Matrix3d left, right, added;
  };

  /// `rows` must outlive it.
  explicit FramedSystem(const DelassusRows& rows);

  Status factor(const std::vector<Frame>& frames);
  /// Solves by the factors and one step of refinement; `frames` are those of `factor`.
  Eigen::VectorXd solve(const std::vector<Frame>& frames, const Eigen::VectorXd& right) const;

 private:
  struct Place {
    int row, column;               ///< contacts, row >= column
    std::array<int, 3> of_column;  ///< where the block's part of each column begins in the values
    const Eigen::Matrix3d* w;
  };

  Status factor_sparse(const std::vector<Frame>& frames);
  void solve_by_factors(Eigen::VectorXd& b) const;

  const DelassusRows* rows_;
  std::vector<Place> places_;
  std::optional<SymmetricMatrix> lower_, upper_;  ///< of the matrix and of its transpose
  std::unique_ptr<PatternedLu> sparse_;
  Eigen::PartialPivLU<Eigen::MatrixXd> full_;
};

}  // namespace plumb
