#include <judge/protocols/lateral_buckling/curvature_basis.h>

#include <cmath>
#include <numbers>
#include <utility>

#include <plumb/core/status.h>

namespace judge {
namespace {

/// P_0 .. P_n at t.
Eigen::VectorXd legendre(int n, double t) {
  Eigen::VectorXd p(n + 1);
  p[0] = 1;
  if (n > 0) p[1] = t;
  for (int k = 1; k < n; ++k) p[k + 1] = ((2 * k + 1) * t * p[k] - k * p[k - 1]) / (k + 1);
  return p;
}

/// P_k, its integral from -1 and the integral of that.
struct Lifted {
  double curvature = 0, slope = 0, value = 0;
};

Lifted lift_inside(int k, const Eigen::VectorXd& p) {
  const double t = p[1];
  if (k == 0) return {1, t + 1, (t + 1) * (t + 1) / 2};
  if (k == 1) return {t, (t * t - 1) / 2, t * t * t / 6 - t / 2 - 1.0 / 3};
  const double upper = (p[k + 2] - p[k]) / (2 * k + 3), lower = (p[k] - p[k - 2]) / (2 * k - 1);
  return {p[k], (p[k + 1] - p[k - 1]) / (2 * k + 1), (upper - lower) / (2 * k + 1)};
}

/// Right of the element a straight line is left, and of k > 1 nothing.
Lifted lift_beyond(int k, double t) {
  if (k == 0) return {0, 2, 2 * t};
  if (k == 1) return {0, 0, -2.0 / 3};
  return {};
}

Basis with_first(const Basis& basis, const Eigen::VectorXd& value, double slope) {
  const Eigen::Index n_points = basis.value.rows();
  const auto join = [&](const Eigen::VectorXd& first, const Eigen::MatrixXd& rest) {
    Eigen::MatrixXd all(n_points, rest.cols() + 1);
    all << first, rest;
    return all;
  };
  return {join(value, basis.value), join(Eigen::VectorXd::Constant(n_points, slope), basis.slope),
          join(Eigen::VectorXd::Zero(n_points), basis.curvature)};
}

}  // namespace

GaussGrid gauss_grid(std::vector<double> breaks, int per_element) {
  const int n = per_element;
  const auto n_elements = Eigen::Index(breaks.size()) - 1;
  GaussGrid grid{std::move(breaks), n, Eigen::VectorXd(n_elements * n), Eigen::VectorXd(n_elements * n)};
  for (int i = 0; i < n; ++i) {
    double t = -std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int newton = 0; newton < 10; ++newton) {
      const Eigen::VectorXd p = legendre(n, t);
      slope = n * (t * p[n] - p[n - 1]) / (t * t - 1);
      t -= p[n] / slope;
    }
    for (Eigen::Index e = 0; e < n_elements; ++e) {
      const double left = grid.breaks[std::size_t(e)], right = grid.breaks[std::size_t(e) + 1];
      grid.at[e * n + i] = (left + right) / 2 + t * (right - left) / 2;
      grid.weight[e * n + i] = (right - left) / ((1 - t * t) * slope * slope);
    }
  }
  return grid;
}

Basis clamped_left(const GaussGrid& grid, int degree) {
  ENSURE(degree >= 3);
  const int per_element = degree - 1;
  const Eigen::Index n_points = grid.at.size(), n_elements = Eigen::Index(grid.breaks.size()) - 1;
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(n_points, n_elements * per_element);
  Basis basis{zero, zero, zero};
  for (Eigen::Index e = 0; e < n_elements; ++e) {
    const double left = grid.breaks[std::size_t(e)], right = grid.breaks[std::size_t(e) + 1];
    const double half = (right - left) / 2;
    for (Eigen::Index i = e * grid.per_element; i < n_points; ++i) {
      const double t = (grid.at[i] - (left + right) / 2) / half;
      const bool inside = i < (e + 1) * grid.per_element;
      const Eigen::VectorXd p = inside ? legendre(degree, t) : Eigen::VectorXd();
      for (int k = 0; k < per_element; ++k) {
        const Lifted lifted = inside ? lift_inside(k, p) : lift_beyond(k, t);
        const double norm = std::sqrt((2 * k + 1) / (2 * half));
        const Eigen::Index j = e * per_element + k;
        basis.curvature(i, j) = norm * lifted.curvature;
        basis.slope(i, j) = norm * half * lifted.slope;
        basis.value(i, j) = norm * half * half * lifted.value;
      }
    }
  }
  return basis;
}

Basis clamped_right(const GaussGrid& grid, int degree) {
  std::vector<double> mirrored;
  for (auto b = grid.breaks.rbegin(); b != grid.breaks.rend(); ++b) mirrored.push_back(-*b);
  const Basis basis = clamped_left(gauss_grid(mirrored, grid.per_element), degree);
  return {basis.value.colwise().reverse(), -basis.slope.colwise().reverse(), basis.curvature.colwise().reverse()};
}

Basis with_constant(const Basis& basis) { return with_first(basis, Eigen::VectorXd::Ones(basis.value.rows()), 0); }

Basis with_distance(const Basis& basis, const GaussGrid& grid) {
  return with_first(basis, grid.at.array() - grid.breaks.front(), 1);
}

Basis pinned_left(const Basis& clamped_right, const GaussGrid& grid) {
  // phi at the left end is the first moment of phi'' about it; its null space in orthonormal columns keeps the
  // integrals of phi_i'' phi_j'' the identity.
  const Eigen::VectorXd arm = grid.weight.array() * (grid.at.array() - grid.breaks.front());
  const Eigen::MatrixXd at_left = clamped_right.curvature.transpose() * arm;
  const Eigen::MatrixXd rotation = at_left.householderQr().householderQ();
  const Eigen::MatrixXd null_space = rotation.rightCols(clamped_right.size() - 1);
  return {clamped_right.value * null_space, clamped_right.slope * null_space, clamped_right.curvature * null_space};
}

}  // namespace judge
