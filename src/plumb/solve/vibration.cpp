#include <plumb/solve/vibration.h>

#include <Spectra/SymGEigsShiftSolver.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <numbers>

#include <Eigen/Eigenvalues>

#include <plumb/core/budget.h>
#include <plumb/model/linearisation.h>

namespace plumb {
namespace {

/// Leads out of Spectra when the budget ends.
struct Ended : std::exception {};

/// (H - sigma M)^-1, in the words of Spectra.
class ShiftedInverse {
 public:
  using Scalar = double;
  ShiftedInverse(const SymmetricMatrix& stiffness, const SymmetricMatrix& mass)
      : stiffness_(stiffness), mass_(mass), shifted_(stiffness), factorization_(make_factorization(shifted_)) {}
  Eigen::Index rows() const { return stiffness_.size(); }
  Eigen::Index cols() const { return stiffness_.size(); }
  void set_shift(double sigma) {
    for (std::int32_t i = 0; i < shifted_.n_values(); ++i) {
      shifted_.values()[i] = stiffness_.values()[i] - sigma * mass_.values()[i];
    }
    status_ = factorization_->factor(shifted_, 0);
  }
  void perform_op(const double* in, double* out) const {
    if (budget_left() != Status::ok) throw Ended();
    Eigen::Map<Eigen::VectorXd> y(out, rows());
    y = Eigen::Map<const Eigen::VectorXd>(in, rows());
    factorization_->solve(y);
  }
  Status status() const { return status_; }

 private:
  const SymmetricMatrix &stiffness_, &mass_;
  SymmetricMatrix shifted_;
  std::unique_ptr<Factorization> factorization_;
  Status status_ = Status::ok;
};

class MassProduct {
 public:
  using Scalar = double;
  explicit MassProduct(const SymmetricMatrix& mass) : mass_(mass) {}
  Eigen::Index rows() const { return mass_.size(); }
  Eigen::Index cols() const { return mass_.size(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Eigen::VectorXd> y(out, rows());
    mass_.multiply(Eigen::Map<const Eigen::VectorXd>(in, rows()), y);
  }

 private:
  const SymmetricMatrix& mass_;
};

struct Pairs {
  Eigen::VectorXd squares;
  Eigen::MatrixXd shapes;
  Status status = Status::ok;
};

Pairs dense_pairs(const SymmetricMatrix& stiffness, const SymmetricMatrix& mass, int k) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> all(stiffness.dense(), mass.dense());
  if (all.info() != Eigen::Success) return {{}, {}, Status::not_converged};
  return {all.eigenvalues().head(k), all.eigenvectors().leftCols(k)};
}

/// Lanczos on (H - sigma M)^-1 M. A little below zero, so that a rod that nothing holds has a factorisation too.
Pairs lanczos_pairs(const SymmetricMatrix& stiffness, const SymmetricMatrix& mass, int k) {
  Eigen::VectorXd h(stiffness.size()), m(stiffness.size());
  stiffness.diagonal(h);
  mass.diagonal(m);
  const double sigma = -1e-12 * h.cwiseQuotient(m).minCoeff();
  ShiftedInverse inverse(stiffness, mass);
  MassProduct product(mass);
  const int basis = std::min(stiffness.size(), std::max(2 * k + 10, 30));
  Spectra::SymGEigsShiftSolver<ShiftedInverse, MassProduct, Spectra::GEigsMode::ShiftInvert> solver(inverse, product, k,
                                                                                                    basis, sigma);
  if (inverse.status() != Status::ok) return {{}, {}, inverse.status()};
  try {
    solver.init();
    const auto found = solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-11, Spectra::SortRule::SmallestAlge);
    if (found < k) return {{}, {}, Status::not_converged};
    return {solver.eigenvalues(), solver.eigenvectors()};
  } catch (const Ended&) {
    return {{}, {}, budget_left()};
  }
}

}  // namespace

Vibrations vibrations(const Model& model, const State& state, int k) {
  ENSURE(model.inertia != nullptr && k > 0);
  constexpr int kDense = 300;
  Vibrations out;
  Linearisation here(model);
  out.status = here.evaluate(state, state.loads, {.hessian = true});
  if (out.status != Status::ok) return out;
  SymmetricMatrix mass(here.pattern());
  mass.set_zero();
  model.inertia->add_mass(state, model.layout, 1, mass);
  k = std::min(k, model.layout.n_free);
  Pairs pairs = model.layout.n_free <= std::max(kDense, 2 * k + 10) ? dense_pairs(here.potential().hessian, mass, k)
                                                                    : lanczos_pairs(here.potential().hessian, mass, k);
  out.status = pairs.status;
  if (out.status != Status::ok) return out;

  out.frequencies = pairs.squares.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);
  out.shapes = Eigen::MatrixXd::Zero(model.layout.n_q, k);
  model.layout.for_free([&](int i, int row) { out.shapes.row(i) = pairs.shapes.row(row); });
  return out;
}

}  // namespace plumb
