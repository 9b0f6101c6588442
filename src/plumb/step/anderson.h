#pragma once

#include <Eigen/Core>

namespace plumb {

/// Anderson's acceleration of a fixed point x <- x + s(x) (Walker and Ni 2011): where s comes from a matrix that leaves
/// something out, a few past steps tell what.
class Anderson {
 public:
  void restart() { n_ = 0; }
  /// `step` was proposed at `x`; becomes the better one.
  void mix(const Eigen::VectorXd& x, Eigen::VectorXd& step);

 private:
  static constexpr int kDepth = 16;
  int n_ = 0;  ///< seen since the restart
  Eigen::VectorXd last_x_, last_step_;
  Eigen::MatrixXd changes_of_x_, changes_of_step_;  ///< the last kDepth, in turn
};

}  // namespace plumb
