#pragma once

#include <Eigen/Core>

#include <plumb/contact/friction/problem.h>

namespace plumb {

/// How a contact moves.
enum class Mode { takes_off, sticks, slips };

/// One contact alone, u = W r + b with its own 3x3 block W: the step of Gauss-Seidel. What depends on W alone is
/// computed once.
///
/// The order of cases: no force if b moves the points apart; the force that holds them together if it is in the cone
/// (of several, where W is singular, the smallest); else slip, by Newton's method on the direction of slip from the
/// last one, and where that fails by trying every root of its quartic (slip_direction.h), the smallest residual wins.
/// A positive definite W always has a solution. With a singular one there may be none: then the answer is the candidate
/// with the smallest residual, no force among them.
class OneContact {
 public:
  OneContact(const Eigen::Matrix3d& w, const Cone& cone);

  /// Returns r; `last` is a guess. `mode` tells which case it is.
  Eigen::Vector3d solve(const Eigen::Vector3d& b, const Eigen::Vector3d& last, Mode* mode = nullptr) const;
  /// Returns |natural map| at r, N.
  double residual(const Eigen::Vector3d& b, const Eigen::Vector3d& r) const;

  const Eigen::Matrix3d& w() const { return w_; }
  const Cone& cone() const { return cone_; }
  /// Returns the size of W, its Frobenius norm; 1 if W is zero.
  double size() const { return size_; }
  bool singular() const { return n_null_ > 0; }

 private:
  Eigen::Vector3d holding_force(const Eigen::Vector3d& b) const;
  bool holds(const Eigen::Vector3d& b, const Eigen::Vector3d& r) const;
  Eigen::Vector3d slipping_force(const Eigen::Vector3d& b, const Eigen::Vector2d& e) const;
  Eigen::Vector3d best_by_enumeration(const Eigen::Vector3d& b, const Eigen::Vector3d& holding, Mode& mode) const;

  Eigen::Matrix3d w_, inverse_;  ///< W and its inverse, or its pseudo-inverse
  Eigen::Matrix3d basis_;        ///< eigenvectors, the null space first
  Cone cone_;
  double size_ = 1;
  int n_null_ = 0;
};

}  // namespace plumb
