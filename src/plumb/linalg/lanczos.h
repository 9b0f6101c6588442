#pragma once

#include <Eigen/Core>
#include <functional>

#include <plumb/core/status.h>
#include <plumb/linalg/factorization.h>
#include <plumb/linalg/symmetric.h>

namespace plumb {

struct Modes {
  Eigen::VectorXd values;   ///< ascending: the most negative first
  Eigen::MatrixXd vectors;  ///< one unit column per value
  Status status = Status::ok;
};

/// The k lowest eigenpairs (all, if k > n), copies of multiple eigenvalues included: Lanczos on (A - sigma I)^-1, with
/// sigma just below the lowest eigenvalue, found by bisection on inertia (a Gershgorin bound would be useless where
/// stretch is 1e7 stiffer than bending). Inertia, or a second search, shows that none was missed. Deterministic.
/// not_converged, or what the budget says (core/budget.h): what was found is there, but it may be fewer than k pairs,
/// or not the lowest.
Modes lowest_modes(const SymmetricMatrix& a, int k);
/// The same with a factorisation at hand (it is left holding a shifted matrix).
Modes lowest_modes(const SymmetricMatrix& a, Factorization& factorization, int k);

/// y = A x, A symmetric.
using Apply = std::function<void(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> y)>;

/// The same for an operator known only by its products. Stiff spectra take many products, and of a multiple eigenvalue
/// perhaps not every copy is found: nothing is proved here.
Modes lowest_modes_matrix_free(int n, const Apply& apply, int k);

}  // namespace plumb
