#pragma once

#include <plumb/solve/search.h>

namespace plumb {

/// Newton's method with full steps. Stretch is up to 10^7 times stiffer than bending in slender rods, and a line search
/// on the energy would follow the curved valley in tiny steps. On the way the Hessian leaves out the stretch that a long
/// step only seems to make (Energy::evaluate_after), which takes a third of the iterations or fewer; the last steps, and
/// what is accepted, have the exact one.
class NewtonSteps {
 public:
  /// Goes to the next equilibrium. True: it is stable, or any will do, and it is accepted. Otherwise
  /// search.outcome.status says why not (unstable: at rest on a saddle).
  bool run(Search& search);

 private:
  Eigen::VectorXd free_step_, step_;
};

}  // namespace plumb
