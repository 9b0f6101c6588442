#pragma once

#include <plumb/contact/friction/gauss_seidel.h>

namespace plumb {

struct NewtonOutcome {
  double residual = 0;
  int iterations = 0, sweeps = 0;
};

/// Returns true if a Newton step costs no more than some sweeps: its matrix is small.
bool newton_is_cheap(const DelassusRows& rows);

/// Nonsmooth Newton steps from r (active_system.h). The proximal term picks one of the forces where they are not unique.
///
/// Where a step is cheap, whole steps follow each other, although the residual may rise on the way while contacts change
/// their modes; if that leads nowhere, they start again from the best forces with a larger proximal term. (Shorter steps
/// take longer to get there: contacts have to change their modes.)
/// Else each step is followed by a few sweeps that settle who sticks and who slips, and is kept only if the residual
/// falls.
/// Either way r is the best that was found: the residual never gets worse. u must be W r + b and stays that.
NewtonOutcome newton_finish(const ContactProblem& problem, GaussSeidel& sweeps, double tolerance, int max_iterations,
                            Eigen::VectorXd& r, Eigen::VectorXd& u);

}  // namespace plumb
