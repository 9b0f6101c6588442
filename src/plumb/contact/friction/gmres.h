#pragma once

#include <functional>

#include <Eigen/Core>

namespace plumb {

using LinearMap = std::function<void(const Eigen::VectorXd&, Eigen::VectorXd&)>;

struct GmresOutcome {
  int iterations = 0;
  double reduction = 1;  ///< |b - A x| / |b| at the end
};

/// Solves A x = b from x = 0 by restarted GMRES (Saad and Schultz 1986) with a preconditioner on the right, until the
/// residual has fallen to `reduction` of |b|. A singular A does no harm as long as b is in its range.
GmresOutcome gmres(const LinearMap& a, const LinearMap& preconditioner, const Eigen::VectorXd& b, double reduction,
                   int max_iterations, Eigen::VectorXd& x);

}  // namespace plumb
