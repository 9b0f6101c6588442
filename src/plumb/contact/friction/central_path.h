#pragma once

#include <plumb/contact/friction/gauss_seidel.h>

namespace plumb {

struct CentralPathOutcome {
  double residual = 0;
  int iterations = 0;
};

/// Returns true if the matrices of `follow_central_path` are small enough to be factored.
bool central_path_is_feasible(const DelassusRows& rows);

/// Returns true if forces can be told that move all contacts apart, W x + b inside the dual cone of each: then the problem
/// has a solution (Acary, Cadoux, Lemarechal and Malick 2011). Where none are found a solution may exist all the same; if
/// there are none, forces in the cones exist that balance each other and against which b does no work. With joints: false.
bool solution_must_exist(const ContactProblem& problem);

/// A primal-dual interior-point method for all contacts at once (Acary, Armand, Nguyen and Shpakovych 2023 treat the
/// problem in this way; Nesterov and Todd's scaling, Mehrotra's predictor and corrector).
///
/// With r_n in units of 1/mu the cone of forces is L (lorentz.h), and Coulomb's law says r o s = 0, r and s in L, where
///   u_n / mu = s_n - |s_T|,  u_T = s_T.
/// The path has r o s = m instead of zero, m -> 0. Its limit is not on the rim where a solution inside exists, so contacts
/// that bear too many forces or hardly any do no harm: there are no modes to guess.
/// While m > 0, contacts that stick have a small s too. Were |s_T| taken in full there, it would act along forces that
/// balance each other, which nothing else opposes: the path turns back before m = 0. So u_n/mu = s_n - (sqrt(|s_T|^2 +
/// e^2) - e) with e of the order of sqrt(m): contacts with |s_T| << e see no shift, and as m -> 0 nothing remains of e.
///
/// The problem is not monotone: the path may turn back, or not arrive. After a short step the shift's derivative is left
/// out of the matrix and comes back by quarters. Without it a step is one of the convex problem with the present shift
/// (Acary and Cadoux 2013), which always goes on, and carries over many places where the path turns.
///
/// Rounding ends it between residuals of 1e-8 and 1e-10: the last digits are for sweeps and Newton steps.
/// Three paths of at most `max_iterations` each, with other e; one whose m has not halved for a while is left. Starts
/// afresh: r and u = W r + b are only what is to be improved upon, and stay if nothing better is found.
CentralPathOutcome follow_central_path(const ContactProblem& problem, const GaussSeidel& sweeps, double tolerance,
                                       int max_iterations, Eigen::VectorXd& r, Eigen::VectorXd& u);

}  // namespace plumb
