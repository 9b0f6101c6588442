#include <plumb/geometry/bspline.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <plumb/core/status.h>

namespace plumb {
namespace {

/// Nodes and weights on [-1, 1].
std::vector<QuadraturePoint> gauss_legendre(int n) {
  switch (n) {
    case 1:
      return {{0, 2}};
    case 2: {
      const double x = std::sqrt(1 / 3.0);
      return {{-x, 1}, {x, 1}};
    }
    case 3: {
      const double x = std::sqrt(0.6);
      return {{-x, 5 / 9.0}, {0, 8 / 9.0}, {x, 5 / 9.0}};
    }
    case 4: {
      const double r = 2 / 7.0 * std::sqrt(1.2), near = std::sqrt(3 / 7.0 - r), far = std::sqrt(3 / 7.0 + r);
      const double w = std::sqrt(30.0) / 36;
      return {{-far, 0.5 - w}, {-near, 0.5 + w}, {near, 0.5 + w}, {far, 0.5 - w}};
    }
    default: {
      const double r = 2 * std::sqrt(10 / 7.0), near = std::sqrt(5 - r) / 3, far = std::sqrt(5 + r) / 3;
      const double w = 13 * std::sqrt(70.0);
      return {{-far, (322 - w) / 900},
              {-near, (322 + w) / 900},
              {0, 128 / 225.0},
              {near, (322 + w) / 900},
              {far, (322 - w) / 900}};
    }
  }
}

}  // namespace

BSplineBasis::BSplineBasis(int degree, std::vector<double> breaks) : degree_(degree), breaks_(std::move(breaks)) {
  ENSURE(degree >= 1 && degree < BSplineValues::kMost && breaks_.size() >= 2);
  ENSURE(std::adjacent_find(breaks_.begin(), breaks_.end(), std::greater_equal<>()) == breaks_.end());
  const auto repeats = static_cast<std::size_t>(degree);
  knots_.assign(repeats, breaks_.front());
  knots_.insert(knots_.end(), breaks_.begin(), breaks_.end());
  knots_.insert(knots_.end(), repeats, breaks_.back());
}

int BSplineBasis::element(double at) const {
  const auto beyond = std::upper_bound(breaks_.begin() + 1, breaks_.end() - 1, at);
  return static_cast<int>(beyond - breaks_.begin()) - 1;
}

BSplineValues BSplineBasis::evaluate(int element, double at) const {
  ENSURE(element >= 0 && element < n_elements());
  const int last = element + degree_;  // the knot at the start of the element, and the element's last function
  BSplineValues out;
  out.first = element;
  // Degree by degree: f[k] are the derivatives of order k of the functions of degree q. A derivative takes the
  // functions of one degree less, so order k starts where only k degrees are left to go.
  auto& f = out.derivatives;
  f[0][0] = 1;
  const auto raise = [&](int q, std::array<double, BSplineValues::kMost>& values, bool differentiate) {
    const auto before = values;
    for (int j = 0; j <= q; ++j) {
      const int i = last - q + j;
      const auto at_j = static_cast<std::size_t>(j);
      double sum = 0;
      if (j > 0) {
        const double part = before[at_j - 1] / (knot(i + q) - knot(i));
        sum += differentiate ? q * part : (at - knot(i)) * part;
      }
      if (j < q) {
        const double part = before[at_j] / (knot(i + q + 1) - knot(i + 1));
        sum += differentiate ? -q * part : (knot(i + q + 1) - at) * part;
      }
      values[at_j] = sum;
    }
  };
  for (int q = 1; q <= degree_; ++q) {
    const int left = degree_ - q;
    for (int order = 2; order >= 1; --order) {
      const auto k = static_cast<std::size_t>(order);
      if (left + 1 == order) f[k] = f[0];
      if (left < order) raise(q, f[k], true);
    }
    raise(q, f[0], false);
  }
  return out;
}

std::vector<double> BSplineBasis::greville() const {
  std::vector<double> all;
  for (int i = 0; i < n_functions(); ++i) {
    const auto first = knots_.begin() + i + 1;
    all.push_back(std::accumulate(first, first + degree_, 0.0) / degree_);
  }
  return all;
}

std::vector<double> BSplineBasis::integrals() const {
  std::vector<double> all;
  for (int i = 0; i < n_functions(); ++i) all.push_back((knot(i + degree_ + 1) - knot(i)) / (degree_ + 1));
  return all;
}

std::vector<QuadraturePoint> gauss_rule(const BSplineBasis& basis, int n_per_element) {
  ENSURE(n_per_element >= 1 && n_per_element <= 5);
  std::vector<QuadraturePoint> rule;
  for (std::size_t e = 0; e + 1 < basis.breaks().size(); ++e) {
    const double a = basis.breaks()[e], b = basis.breaks()[e + 1];
    for (const QuadraturePoint& p : gauss_legendre(n_per_element)) {
      rule.push_back({0.5 * (a + b) + 0.5 * (b - a) * p.at, 0.5 * (b - a) * p.weight});
    }
  }
  return rule;
}

std::vector<QuadraturePoint> greville_rule(const BSplineBasis& basis) {
  const BSplineBasis lower(basis.degree() - 1, basis.breaks());
  const std::vector<double> at = lower.greville(), integrals = lower.integrals();
  const auto n = static_cast<Eigen::Index>(at.size());
  Eigen::MatrixXd values = Eigen::MatrixXd::Zero(n, n);  // of each function, a row, at each point
  for (Eigen::Index p = 0; p < n; ++p) {
    const BSplineValues v = lower.evaluate(at[static_cast<std::size_t>(p)]);
    for (int k = 0; k <= lower.degree(); ++k) values(v.first + k, p) = v.derivatives[0][static_cast<std::size_t>(k)];
  }
  const Eigen::VectorXd weights = values.lu().solve(Eigen::Map<const Eigen::VectorXd>(integrals.data(), n));
  std::vector<QuadraturePoint> rule;
  for (Eigen::Index p = 0; p < n; ++p) rule.push_back({at[static_cast<std::size_t>(p)], weights[p]});
  return rule;
}

std::vector<double> graded_breaks(double length, int n, double grading) {
  ENSURE(length > 0 && n >= 1 && grading >= 1);
  std::vector<double> breaks;
  for (int i = 0; i <= n; ++i) breaks.push_back(length * std::pow(static_cast<double>(i) / n, grading));
  return breaks;
}

PatchValues evaluate(const SplinePatch& patch, double along, double across) {
  const BSplineValues f = patch.along.evaluate(along), g = patch.across.evaluate(across);
  const int n_along = patch.along.degree() + 1, n_across = patch.across.degree() + 1;
  // Orders of derivation along and across, of each row.
  constexpr std::array<std::array<std::size_t, 2>, 6> orders{{{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}}};
  PatchValues out;
  out.derivatives.resize(6, n_along * n_across);
  for (int i = 0; i < n_along; ++i) {
    for (int j = 0; j < n_across; ++j) {
      out.points.push_back(patch.point(f.first + i, g.first + j));
      for (std::size_t row = 0; row < 6; ++row) {
        out.derivatives(static_cast<Eigen::Index>(row), i * n_across + j) =
            f.derivatives[orders[row][0]][static_cast<std::size_t>(i)] *
            g.derivatives[orders[row][1]][static_cast<std::size_t>(j)];
      }
    }
  }
  return out;
}

}  // namespace plumb
