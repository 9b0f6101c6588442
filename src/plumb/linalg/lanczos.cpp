#include <plumb/linalg/lanczos.h>

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

constexpr double kTolerance = 1e-10;  // of the residual; the eigenvalues have its square
constexpr int kMaxRestarts = 300;
constexpr int kMaxRestartsMatrixFree = 3000;
constexpr int kMaxSearches = 20;

/// A product with a symmetric operator, in the words of Spectra, whose thresholds are absolute: hence the scale, which
/// brings the wanted eigenvalues to about 1.
struct Product {
  using Scalar = double;
  int n;
  double scale;
  Apply apply;
  Eigen::Index rows() const { return n; }
  Eigen::Index cols() const { return n; }
  void perform_op(const double* x, double* y) const {
    Eigen::Map<Eigen::VectorXd> result(y, n);
    apply(Eigen::Map<const Eigen::VectorXd>(x, n), result);
    result *= scale;
  }
};

/// Fixed and without symmetry: a start vector that is orthogonal to a mode would hide it.
Eigen::VectorXd start_vector(int n) {
  Eigen::VectorXd v(n);
  std::uint64_t state = 1;
  for (int i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    v[i] = static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
  }
  return v;
}

/// The k extreme pairs of an operator; as many as converged.
Modes extreme_modes(Product product, int k, int n_basis, Spectra::SortRule rule, int max_restarts) {
  Modes modes;
  try {
    Spectra::SymEigsSolver<Product> solver(product, k, n_basis);
    solver.init(start_vector(product.n).data());
    solver.compute(rule, max_restarts, kTolerance, rule);
    modes.values = solver.eigenvalues() / product.scale;
    modes.vectors = solver.eigenvectors();
  } catch (const std::exception&) {
    // Its inner eigenvalue iteration failed, it was given NaN, or the budget ended.
    modes.values.resize(0);
    modes.vectors.resize(product.n, 0);
  }
  const bool complete = modes.values.size() == k && modes.values.allFinite() && modes.vectors.allFinite();
  modes.status = complete ? Status::ok : failed_with(Status::not_converged);
  return modes;
}

void append(Modes& modes, const Modes& more) {
  const Eigen::Index before = modes.values.size(), after = before + more.values.size();
  modes.values.conservativeResize(after);
  modes.values.tail(after - before) = more.values;
  modes.vectors.conservativeResize(Eigen::NoChange, after);
  modes.vectors.rightCols(after - before) = more.vectors;
}

/// Ascending, at most k.
void sort_and_cut(Modes& modes, int k) {
  std::vector<int> order(static_cast<std::size_t>(modes.values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return modes.values[a] < modes.values[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(k)));
  modes.values = modes.values(order).eval();
  modes.vectors = modes.vectors(Eigen::all, order).eval();
}

Modes dense_modes(const Eigen::MatrixXd& a, int k) {
  if (!a.allFinite()) return {{}, Eigen::MatrixXd(a.rows(), 0), Status::not_converged};
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a);
  return {solver.eigenvalues().head(k), solver.eigenvectors().leftCols(k), Status::ok};
}

/// Spectra's own advice for the size of the basis; below it, or where nearly all pairs are wanted, dense is better.
int basis_size(int n, int k, int least) { return std::min(n, std::max(2 * k + 1, least)); }
bool better_dense(int n, int k) { return n <= 20 || 2 * k >= n; }

/// Where to invert: below the lowest eigenvalue by a fraction of the spread of the k + 1 lowest. Much nearer, and the
/// lowest would drown the others; much farther, and the inverse would hardly tell them apart.
struct Shift {
  double sigma, spread;
  double resolution;  // inertia does not tell nearer shifts apart
};

/// Every eigenvalue is smaller than `norm`.
Shift find_shift(const SymmetricMatrix& a, Factorization& factorization, int k, double norm) {
  // lambda_index lies in (low, high]. One inertia count tells about both eigenvalues.
  struct Bracket {
    int index;
    double low, high;
    double width() const { return high - low; }
  };
  Bracket lowest{1, -norm, norm}, next{k + 1, -norm, norm};
  const auto count_at = [&](double shift, double high) {
    // A singular A - shift I has an eigenvalue right there: look a little higher.
    bool counted = factorization.factor(a, -shift) == Status::ok;
    for (int tries = 0; !counted && tries < 5; ++tries) {
      shift += (high - shift) / 64;
      counted = factorization.factor(a, -shift) == Status::ok;
    }
    for (Bracket* b : {&lowest, &next}) {
      if (!counted || factorization.n_negative() >= b->index) {
        b->high = std::min(b->high, shift);
      } else {
        b->low = std::max(b->low, shift);
      }
    }
  };

  // The order of magnitude: bisection in asinh, which is logarithmic on both sides of zero.
  const double tiny = std::ldexp(norm, -70);
  for (Bracket* b : {&lowest, &next}) {
    while (std::asinh(b->high / tiny) - std::asinh(b->low / tiny) > 1) {
      count_at(tiny * std::sinh((std::asinh(b->high / tiny) + std::asinh(b->low / tiny)) / 2), b->high);
    }
  }
  // Crowded eigenvalues: until both brackets are narrow beside the spread.
  const double resolution = 8 * std::numeric_limits<double>::epsilon() * norm;
  for (;;) {
    const Bracket& wider = lowest.width() > next.width() ? lowest : next;
    const double spread = next.high - lowest.low;
    if (wider.width() <= spread / 4 || spread <= resolution) break;
    count_at(wider.low + wider.width() / 2, wider.high);
  }
  const double spread = std::max(next.high - lowest.low, std::numeric_limits<double>::epsilon() * norm);
  return Shift{lowest.low - spread / 16, spread, resolution};
}

}  // namespace

Modes lowest_modes(const SymmetricMatrix& a, int k) { return lowest_modes(a, *make_factorization(a), k); }

Modes lowest_modes(const SymmetricMatrix& a, Factorization& factorization, int k) {
  const int n = a.size();
  k = std::min(k, n);
  ENSURE(k > 0);
  if (better_dense(n, k)) return dense_modes(a.dense(), k);

  Modes modes{{}, Eigen::MatrixXd(n, 0), Status::not_converged};
  Eigen::VectorXd row_sums(n);
  a.multiply_abs(Eigen::VectorXd::Ones(n), row_sums);
  const double bound = row_sums.maxCoeff();
  if (!row_sums.allFinite()) return modes;
  if (bound == 0) return {Eigen::VectorXd::Zero(k), Eigen::MatrixXd::Identity(n, k), Status::ok};
  const Shift shift = find_shift(a, factorization, k, 2 * bound);

  // One start vector sees one copy of a multiple eigenvalue: search again beside the modes already found, until the
  // inertia just below the highest of them says that none is missing, or the search brings nothing lower.
  int wanted = k;
  for (int search = 0; search < kMaxSearches; ++search) {
    if (factorization.factor(a, -shift.sigma) != Status::ok) {
      modes.status = failed_with(Status::not_converged);
      return modes;
    }
    const Product inverse{n, shift.spread, [&](const auto& x, auto y) {
                            if (budget_left() != Status::ok) throw std::runtime_error("the search is ended");
                            y = x;
                            factorization.solve(y);
                            y -= modes.vectors * (modes.vectors.transpose() * y).eval();
                          }};
    Modes found =
        extreme_modes(inverse, wanted, basis_size(n, wanted, 20), Spectra::SortRule::LargestAlge, kMaxRestarts);
    found.values = found.values.cwiseInverse().array() + shift.sigma;
    const bool nothing_lower =
        search > 0 && found.status == Status::ok && found.values.minCoeff() >= modes.values[k - 1] - shift.resolution;
    append(modes, found);
    sort_and_cut(modes, k);
    if (found.status != Status::ok) {
      modes.status = found.status;
      return modes;
    }

    const double highest = modes.values[k - 1];
    const double safely_below = highest - shift.resolution - 1e-7 * (highest - shift.sigma);
    const auto n_found = static_cast<int>((modes.values.array() < safely_below).count());
    const bool counted = factorization.factor(a, -safely_below) == Status::ok;
    wanted = counted ? std::min(factorization.n_negative(), k) - n_found : 1;
    if (wanted <= 0 || nothing_lower) {
      modes.status = Status::ok;
      return modes;
    }
  }
  return modes;
}

Modes lowest_modes_matrix_free(int n, const Apply& apply, int k) {
  k = std::min(k, n);
  ENSURE(k > 0);
  if (better_dense(n, k)) {
    Eigen::MatrixXd a(n, n);
    for (int j = 0; j < n; ++j) apply(Eigen::VectorXd::Unit(n, j), a.col(j));
    return dense_modes(0.5 * (a + a.transpose()), k);
  }
  const Eigen::VectorXd start = start_vector(n);
  Eigen::VectorXd image(n);
  apply(start, image);
  const double size = image.norm() / start.norm();
  if (!std::isfinite(size)) return {{}, Eigen::MatrixXd(n, 0), Status::not_converged};
  Modes modes = extreme_modes({n, size > 0 ? 1 / size : 1, apply}, k, basis_size(n, k, 60),
                              Spectra::SortRule::SmallestAlge, kMaxRestartsMatrixFree);
  sort_and_cut(modes, k);
  return modes;
}

}  // namespace plumb
