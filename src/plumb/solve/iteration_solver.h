#pragma once

#include <memory>
#include <vector>

#include <plumb/linalg/conjugate_gradients.h>
#include <plumb/linalg/factorization.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/mechanics/shiftable.h>
#include <plumb/model/model.h>

namespace plumb {

/// How the linear system of one iteration is solved.
enum class LinearSolver {
  factors,             ///< the Hessian is assembled and factored
  assembled_products,  ///< conjugate gradients with products of the assembled Hessian
  force_differentials  ///< conjugate gradients without a matrix: each element gives the change of its forces
};

/// Newton's steps of a model whose terms may be shifted: what solve/shifted_statics.h needs of it at one state.
class IterationSolver {
 public:
  /// relative: how far conjugate gradients reduce the force.
  IterationSolver(const Model& model, LinearSolver with, double relative);

  /// Begins an iteration: evaluates the model, shifted with this part of the thresholds and guided or not
  /// (mechanics/shiftable.h), with its convex Hessian.
  Status begin(const State& state, double part, bool guided);
  int n_shifted() const { return n_shifted_; }
  double value() const { return potential_.value; }  ///< J, of the shifted energy
  const Eigen::VectorXd& gradient() const { return potential_.gradient; }
  /// Gives minus the inverse Hessian times the gradient, on the free unknowns, and adds to `products` how many products
  /// with the matrix were needed.
  Status step(Eigen::VectorXd& free_step, int& products);
  /// Gives the energy of another state, shifted as when the iteration began.
  Status energy(const State& state, double& value);

 private:
  Status factored_step(Eigen::VectorXd& free_step);
  Status iterated_step(Eigen::VectorXd& free_step, int& products);
  bool fill_blocks();

  Layout layout_;
  std::vector<Shifted*> shifted_;  ///< of the terms, those that shift
  std::vector<std::shared_ptr<const Energy>> terms_;
  LinearSolver with_;
  double relative_;
  Assembly assembly_;
  Potential potential_;
  std::unique_ptr<Factorization> factors_;  ///< null: none are needed
  BlockJacobi blocks_;
  State state_;          ///< where the iteration began
  Eigen::VectorXd all_;  ///< like q
  int n_shifted_ = 0;
};

}  // namespace plumb
