#pragma once

// Siconos' Gauss-Seidel (Acary et al., INRIA) on a problem of Plumb, where the library is installed
// (apt install libsiconos-numerics-dev). Normal first, u = W r + b: its conventions are ours.

#ifdef PLUMB_SICONOS

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>

#include <Eigen/Core>
#include <vector>

#include <plumb/contact/friction/problem.h>

/// Returns the forces after at most `iterations` sweeps, or when Siconos' own error is below its tolerance.
inline Eigen::VectorXd siconos_forces(const plumb::ContactProblem& problem, double tolerance, int iterations) {
  const int n = problem.w->n_contacts();
  NumericsMatrix* w = NM_create(NM_SPARSE, 3 * n, 3 * n);
  NM_triplet_alloc(w, 9 * n);
  for (int i = 0; i < n; ++i)
    for (const int j : problem.w->neighbours(i)) {
      const Eigen::Matrix3d block = problem.w->block(i, j);
      for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) NM_entry(w, 3 * i + k, 3 * j + c, block(k, c));
    }
  Eigen::VectorXd b = problem.b, r = Eigen::VectorXd::Zero(3 * n), u = r;
  std::vector<double> mu;
  for (const plumb::Cone& cone : problem.cones) mu.push_back(cone.mu);
  FrictionContactProblem* theirs = frictionContactProblem_new_with_data(3, n, w, b.data(), mu.data());
  SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = iterations;
  fc3d_driver(theirs, r.data(), u.data(), options);
  solver_options_delete(options);
  theirs->q = nullptr;  // ours
  theirs->mu = nullptr;
  frictionContactProblem_free(theirs);
  return r;
}

#endif
