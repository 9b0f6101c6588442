#pragma once

// The boundary-value problems as AUTO-07p wants them: a Fortran file of equations, and its constants. On 0 <= s <= 1.
//
// Cantilever, eq. (3):  theta'' = -Gamma (1 - s) cos theta,  theta(0) = theta'(1) = 0,  x' = cos theta,  y' = sin
// theta.
//   Parameters: ln Gamma, x(1), y(1). Starts at Gamma = 5e-4 with the linear beam.
// Stick-Slip, eq. (7):  theta'' = -P sin theta + Q cos theta,  theta(0) = theta'(1) = 0,  x' = sin theta,
//   x(0) = x(1) = 0,  e' = 1 - cos theta,  e(0) = 0,  e(1) = eps_y.  Angles from the vertical.
//   Parameters: eps_y, P, Q, theta(1). Starts at eps_y = 5.0477e-8 with the buckling mode a (1 - cos ks - k sin ks),
//   where tan k = k, P = k^2, Q = a P and a = 1e-4.

#include <string>

namespace codes {

struct BoundaryValueProblem {
  std::string name;       ///< as sentences begin: "Cantilever"
  std::string equations;  ///< Fortran
  int n_unknowns, n_conditions;
  int n_parameters;  ///< the first is the one that is continued; all are printed
  double start;      ///< its value
  double first_step, largest_step;
};

const BoundaryValueProblem& cantilever_problem();
const BoundaryValueProblem& stick_slip_problem();

/// The constants of a run from the start up to the value `stop` of the first parameter. `n`: mesh intervals, each with
/// four Gauss points; `tol`: relative, of unknowns and parameters; `stretch` scales the steps.
std::string auto_constants(const BoundaryValueProblem& problem, double stop, int n, double tol, double stretch = 1);

}  // namespace codes
