#pragma once

#include <vector>

#include <plumb/contact/friction/delassus_rows.h>
#include <plumb/contact/friction/one_contact.h>

namespace plumb {

/// Newton's equations at a state (r, u) for Alart and Curnier's function (1991), each contact in the mode that
/// z = r - u/|W_ii| tells:
///   takes off (z_n <= 0):         dr = -r
///   sticks (|z_T| <= mu z_n):     u + W dr = 0
///   slips along e = z_T/|z_T|:    u_n + (W dr)_n = 0,  r_e = mu r_n,  u_f + (W dr)_f + d dr_f = (1 - 1/k) u_f,
/// with f across e, k = mu z_n / |z_T| < 1 and d = (1/k - 1) |W_ii|: a contact that slips yields sideways the more
/// easily, the faster it slips. Eliminating r_e leaves three unknowns for a contact that sticks, two for one that
/// slips, none for one that takes off: dr = known + B y, and the equations are (C^T W B + D) y = right.
/// The matrix is not symmetric: the normal force makes friction, friction no normal force.
class ActiveSystem {
 public:
  /// `proximal`: added to the diagonal, relative to |W_ii|; it picks the nearest of the forces that are not unique.
  ActiveSystem(const ContactProblem& problem, const DelassusRows& rows, const std::vector<double>& sizes,
               const Eigen::VectorXd& r, const Eigen::VectorXd& u, double proximal);

  int n_unknowns() const { return n_; }
  const Eigen::VectorXd& right() const { return right_; }
  const std::vector<Mode>& modes() const { return modes_; }
  /// out = (C^T W B + D) y.
  void apply(const Eigen::VectorXd& y, Eigen::VectorXd& out) const;
  /// y becomes the result of one Gauss-Seidel sweep from zero, for these right-hand sides.
  void precondition(const Eigen::VectorXd& right, Eigen::VectorXd& y) const;
  /// Solves for y: by LU of the full or the sparse matrix where that is small enough, else by GMRES, preconditioned by
  /// a sweep of Gauss-Seidel.
  Status solve(Eigen::VectorXd& y) const;
  /// Returns dr.
  Eigen::VectorXd correction(const Eigen::VectorXd& y) const;

 private:
  struct Active {
    int contact, first, n;    ///< its unknowns are first ... first + n - 1
    Eigen::Matrix3d b, c, d;  ///< n columns of B and C, an n x n block of D, the rest zero
    Eigen::Matrix3d inverse;  ///< of its diagonal block
  };

  template <class Enter>
  void for_each_block(const Enter& enter) const;

  const Delassus* w_;
  const DelassusRows* rows_;
  int n_ = 0;
  std::vector<Mode> modes_;
  std::vector<Active> active_;
  Eigen::VectorXd known_, right_;
  mutable Eigen::VectorXd spread_;  ///< B y
};

}  // namespace plumb
