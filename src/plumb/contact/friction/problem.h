#pragma once

#include <vector>

#include <Eigen/Core>

#include <plumb/core/status.h>

namespace plumb {

/// W = sum over bodies of J A^-1 J^T: what forces at the contacts do to their relative motion. Symmetric and positive
/// semi-definite. Each contact has three coordinates: along its normal, then two tangents.
class Delassus {
 public:
  virtual ~Delassus() = default;
  virtual int n_contacts() const = 0;
  /// Returns the 3x3 block of contacts i and j; zero where they share no body.
  virtual Eigen::Matrix3d block(int i, int j) const = 0;
  /// Returns the contacts j whose block (i, j) is not zero, ascending, i among them.
  virtual const std::vector<int>& neighbours(int i) const = 0;
  /// u = W r.
  virtual void apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const = 0;
};

/// What the force of a contact may be.
struct Cone {
  double mu = 0;       ///< |r_T| <= mu r_n
  bool joint = false;  ///< any force: the two points stay together
};

/// Frictional contact: find r and u = W r + b with, for every contact,
///   r in the cone K_mu,  u + mu |u_T| n in its dual,  perpendicular to each other
/// (Coulomb's law with the normal condition 0 <= u_n, r_n >= 0, u_n r_n = 0; De Saxce and Feng 1998).
/// With r in N, u is a motion over a step in m: the law does not change when u is scaled.
struct ContactProblem {
  const Delassus* w = nullptr;
  Eigen::VectorXd b;
  std::vector<Cone> cones;
  double force_scale = 0;  ///< a typical force: below it, errors are absolute
};

struct ContactOptions {
  double tolerance = 1e-10;       ///< of `residual`
  int max_sweeps = 2000;          ///< of Gauss-Seidel, accelerated ones included
  int sweeps_before_newton = 64;  ///< after a longer round, many contacts follow the central path and Newton steps
};

struct ContactOutcome {
  Status status = Status::not_converged;
  double residual = 0;
  int sweeps = 0, newton_iterations = 0;
};

/// Returns the residual of the worst contact, the same for every solver: with s = u + mu |u_T| n,
///   max_i |r_i - P_cone(r_i - s_i/|W_ii|)| / max(|r_i| over all i, force_scale).
/// |W_ii| is the Frobenius norm; where a block is zero, the largest of the others stands for it.
double residual(const ContactProblem& problem, const Eigen::VectorXd& r);

/// Solves from the start value r. Neither forces nor motions are unique in general: the residual tells how good they
/// are. On not_converged, r is the best that was found. Forces that only grow, as where no solution exists, are never
/// taken for one.
ContactOutcome solve_contact(const ContactProblem& problem, const ContactOptions& options, Eigen::VectorXd& r);

}  // namespace plumb
