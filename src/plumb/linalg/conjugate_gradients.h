#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include <plumb/core/status.h>

namespace plumb {

/// Writes a linear map of the first vector into the second, which has its size.
using LinearMap = std::function<void(const Eigen::VectorXd&, Eigen::VectorXd&)>;

struct ConjugateGradientOptions {
  double tolerance = 1e-12;    ///< of |b|: the residual
  int max_iterations = 10000;  ///< before giving up
};

struct ConjugateGradientOutcome {
  Status status = Status::not_converged;  ///< singular: a direction without curvature, or of a negative one, was met
  int iterations = 0;                     ///< products with the matrix
  double residual = 0;                    ///< |b - A x| / |b|, as the recursion has it
};

/// Solves A x = b for a positive definite A that only its products are known of, with a preconditioner near its
/// inverse; x is the first guess. Where the curvature is not positive, x is what was found until then, and a descent
/// direction if it began with zero (Steihaug 1983).
ConjugateGradientOutcome conjugate_gradients(const LinearMap& a, const LinearMap& precondition,
                                             const Eigen::VectorXd& b, Eigen::VectorXd& x,
                                             const ConjugateGradientOptions& options = {});

/// The preconditioner of the diagonal blocks, one for the unknowns of each point: up to three consecutive ones.
class BlockJacobi {
 public:
  /// starts: the first unknown of each block, and behind them how many unknowns there are.
  explicit BlockJacobi(std::vector<int> starts);
  void set_zero();
  /// Adds to an entry of the lower triangle of a block: entries of two blocks are no business of it.
  void add(int row, int col, double value);
  /// Inverts the blocks. False: one of them is not positive definite.
  bool invert();
  void operator()(const Eigen::VectorXd& r, Eigen::VectorXd& z) const;

 private:
  std::vector<int> starts_, block_of_;
  std::vector<Eigen::Matrix3d> blocks_;
};

}  // namespace plumb
