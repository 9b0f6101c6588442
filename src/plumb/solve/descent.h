#pragma once

#include <plumb/solve/newton.h>
#include <plumb/solve/saddle.h>
#include <plumb/solve/search.h>

namespace plumb {

/// Shifted Newton directions with an Armijo search on the energy: slow and sure. Ends in a certified minimum.
class Descent {
 public:
  /// Goes down from search.state; search.outcome says how it ended. `newton` and `saddle` lend a hand where they are
  /// faster.
  void run(Search& search, NewtonSteps& newton, SaddleExit& saddle);

 private:
  bool factor_shifted(Search& search, double& shift);

  State trial_, before_newton_;
  Eigen::VectorXd diagonal_;  ///< of the Hessian
  Eigen::VectorXd free_step_, step_;
};

}  // namespace plumb
