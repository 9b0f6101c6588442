#pragma once

#include <Eigen/Core>

namespace plumb {

/// A 3 x 3 matrix as U diag(s) V^T with rotations U and V (Irving, Teran and Fedkiw 2004): s0 >= s1 >= |s2| (up to rounding), and the
/// smallest value carries the sign of the determinant. It is found by Jacobi's rotations of the columns, which keep
/// small values exact, for every matrix of finite numbers, singular ones and zero included.
struct RotationSvd {
  Eigen::Matrix3d u, v;
  Eigen::Vector3d s;
};
RotationSvd rotation_svd(const Eigen::Matrix3d& a);

/// A symmetric 3 x 3 matrix without its negative eigenvalues: the nearest one that has none. A matrix that has none, up
/// to rounding, keeps its bits.
Eigen::Matrix3d without_negative_eigenvalues(const Eigen::Matrix3d& a);

}  // namespace plumb
