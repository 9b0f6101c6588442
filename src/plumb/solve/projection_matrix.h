#pragma once

#include <memory>
#include <vector>

#include <Eigen/Core>

#include <plumb/linalg/factorization.h>
#include <plumb/model/model.h>

namespace plumb {

/// The matrix of the global step of Projective Dynamics (Bouaziz et al. 2014, eq. 10): the sum of w A^T A over all
/// projections (mechanics/projective.h), plus a multiple of the masses. It is constant, and the same for x, y and z:
/// one factor on the free points serves three right-hand sides.
class ProjectionMatrix {
 public:
  /// Throws UserError for a model that stores energy in terms that are no projections, that has unknowns besides
  /// points, or that holds a point in some of its axes only.
  explicit ProjectionMatrix(const Model& model);

  /// Factors the matrix with `per_mass` times the masses, 1/s^2; zero: without them.
  Status factor(double per_mass);
  /// Gives matrix^-1 force, both on the free unknowns of the model.
  void solve(const Eigen::VectorXd& force, Eigen::VectorXd& step);

 private:
  SymmetricMatrix matrix_;
  Eigen::VectorXd projections_;  ///< the values of the matrix without masses
  Eigen::VectorXd masses_;       ///< of the free points, kg
  std::vector<int> rows_;        ///< of each free point: its first row among the free unknowns
  Eigen::MatrixXd columns_;      ///< x, y and z
  std::unique_ptr<Factorization> factors_;
};

}  // namespace plumb
