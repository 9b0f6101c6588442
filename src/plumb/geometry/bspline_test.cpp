#include <plumb/geometry/bspline.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace plumb {
namespace {

std::vector<BSplineBasis> bases() {
  std::vector<BSplineBasis> all;
  for (const int degree : {1, 2, 3, 4, 5}) {
    all.emplace_back(degree, std::vector<double>{0, 1});
    all.emplace_back(degree, graded_breaks(2, 7));
    all.emplace_back(degree, graded_breaks(2, 9, 2));
    all.emplace_back(degree, std::vector<double>{-1, -0.9, 0.3, 0.5, 2});
  }
  return all;
}

/// A spline with these coefficients, or a derivative of it.
double spline(const BSplineBasis& basis, const std::vector<double>& coefficients, double at, std::size_t order = 0) {
  const BSplineValues v = basis.evaluate(at);
  double sum = 0;
  for (int k = 0; k <= basis.degree(); ++k) {
    sum += coefficients[static_cast<std::size_t>(v.first + k)] * v.derivatives[order][static_cast<std::size_t>(k)];
  }
  return sum;
}

std::vector<double> some_places(const BSplineBasis& basis) {
  std::vector<double> places;
  for (int i = 0; i <= 40; ++i) places.push_back(basis.start() + (basis.end() - basis.start()) * i / 40);
  return places;
}

TEST(BSpline, functions_sum_to_one_and_are_not_negative) {
  for (const BSplineBasis& basis : bases()) {
    for (const double at : some_places(basis)) {
      const BSplineValues v = basis.evaluate(at);
      double sum[3] = {};
      for (int k = 0; k <= basis.degree(); ++k) {
        EXPECT_GE(v.derivatives[0][static_cast<std::size_t>(k)], 0);
        for (std::size_t order = 0; order < 3; ++order) {
          sum[order] += v.derivatives[order][static_cast<std::size_t>(k)];
        }
      }
      EXPECT_NEAR(sum[0], 1, 1e-14);
      EXPECT_NEAR(sum[1], 0, 1e-11);
      EXPECT_NEAR(sum[2], 0, 1e-8);
    }
  }
}

TEST(BSpline, derivatives_equal_differences) {
  for (const BSplineBasis& basis : bases()) {
    for (int e = 0; e < basis.n_elements(); ++e) {
      const double a = basis.breaks()[static_cast<std::size_t>(e)], b = basis.breaks()[static_cast<std::size_t>(e) + 1];
      const double at = a + 0.37 * (b - a), step = 1e-5 * (b - a);
      const BSplineValues low = basis.evaluate(e, at - step), high = basis.evaluate(e, at + step);
      const BSplineValues middle = basis.evaluate(e, at);
      for (std::size_t order = 1; order < 3; ++order) {
        for (std::size_t k = 0; k <= static_cast<std::size_t>(basis.degree()); ++k) {
          const double difference = (high.derivatives[order - 1][k] - low.derivatives[order - 1][k]) / (2 * step);
          EXPECT_NEAR(middle.derivatives[order][k], difference, 1e-7 * std::pow(b - a, -static_cast<double>(order)))
              << "degree " << basis.degree() << " order " << order;
        }
      }
    }
  }
}

TEST(BSpline, two_derivatives_are_continuous_from_degree_three_on) {
  for (const BSplineBasis& basis : bases()) {
    if (basis.degree() < 3) continue;
    for (int e = 1; e < basis.n_elements(); ++e) {
      const double at = basis.breaks()[static_cast<std::size_t>(e)];
      const BSplineValues before = basis.evaluate(e - 1, at), after = basis.evaluate(e, at);
      for (std::size_t order = 0; order < 3; ++order) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(basis.degree()); ++k) {
          const double size = std::abs(after.derivatives[order][k]) + 1;
          EXPECT_NEAR(before.derivatives[order][k + 1], after.derivatives[order][k], 1e-10 * size);
        }
      }
    }
  }
}

// Marsden: the polynomial (s - c)^degree has the coefficients prod (knot - c) over the knots inside each function.
TEST(BSpline, polynomials_of_its_degree_are_splines) {
  for (const int degree : {2, 3, 4}) {
    const std::vector<double> breaks{0, 0.2, 0.5, 0.6, 1};
    const BSplineBasis basis(degree, breaks);
    constexpr double c = -0.3;
    std::vector<double> coefficients;
    for (int i = 0; i < basis.n_functions(); ++i) {
      double product = 1;
      for (int k = 1; k <= degree; ++k) {
        const int knot = std::clamp(i + k - degree, 0, basis.n_elements());
        product *= breaks[static_cast<std::size_t>(knot)] - c;
      }
      coefficients.push_back(product);
    }
    for (const double at : some_places(basis)) {
      EXPECT_NEAR(spline(basis, coefficients, at), std::pow(at - c, degree), 1e-13);
      EXPECT_NEAR(spline(basis, coefficients, at, 1), degree * std::pow(at - c, degree - 1), 1e-11);
      EXPECT_NEAR(spline(basis, coefficients, at, 2), degree * (degree - 1) * std::pow(at - c, degree - 2), 1e-10);
    }
  }
}

TEST(BSpline, greville_abscissae_reproduce_the_line) {
  for (const BSplineBasis& basis : bases()) {
    for (const double at : some_places(basis)) {
      EXPECT_NEAR(spline(basis, basis.greville(), at), at, 1e-14);
      EXPECT_NEAR(spline(basis, basis.greville(), at, 1), 1, 1e-11);
    }
  }
}

TEST(BSpline, only_two_functions_move_the_ends_position_and_slope) {
  const BSplineBasis basis(4, graded_breaks(1, 5, 1.5));
  const BSplineValues v = basis.evaluate(0.0);
  EXPECT_EQ(v.derivatives[0][0], 1);
  for (std::size_t k = 1; k <= 4; ++k) EXPECT_EQ(v.derivatives[0][k], 0);
  for (std::size_t k = 2; k <= 4; ++k) EXPECT_EQ(v.derivatives[1][k], 0);
}

TEST(BSpline, gauss_points_integrate_every_function) {
  for (const BSplineBasis& basis : bases()) {
    std::vector<double> sums(static_cast<std::size_t>(basis.n_functions()), 0);
    for (const QuadraturePoint& p : gauss_rule(basis, 3)) {
      const BSplineValues v = basis.evaluate(p.at);
      for (int k = 0; k <= basis.degree(); ++k) {
        sums[static_cast<std::size_t>(v.first + k)] += p.weight * v.derivatives[0][static_cast<std::size_t>(k)];
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(sums[i], basis.integrals()[i], 1e-14);
  }
}

TEST(BSpline, gauss_points_are_exact_up_to_their_degree_and_no_further) {
  const BSplineBasis one(1, {0, 1});
  for (const int n : {1, 2, 3, 4, 5}) {
    const auto error = [&](int power) {
      double sum = 0;
      for (const QuadraturePoint& p : gauss_rule(one, n)) sum += p.weight * std::pow(p.at, power);
      return std::abs(sum - 1.0 / (power + 1));
    };
    for (int power = 0; power < 2 * n; ++power) EXPECT_LT(error(power), 1e-15) << n;
    EXPECT_GT(error(2 * n), 1e-7);
  }
}

TEST(BSpline, the_greville_rule_is_positive_and_exact_for_splines_one_degree_lower) {
  for (const int degree : {3, 4}) {
    for (const double grading : {1.0, 1.5, 2.0}) {
      for (const int n : {1, 3, 8, 40}) {
        const BSplineBasis basis(degree, graded_breaks(2, n, grading)), lower(degree - 1, basis.breaks());
        const auto rule = greville_rule(basis);
        EXPECT_EQ(static_cast<int>(rule.size()), lower.n_functions());
        std::vector<double> coefficients;
        double expected = 0, sum = 0;
        for (int i = 0; i < lower.n_functions(); ++i) {
          coefficients.push_back(std::cos(3.0 * i));
          expected += coefficients.back() * lower.integrals()[static_cast<std::size_t>(i)];
        }
        for (const QuadraturePoint& p : rule) {
          EXPECT_GT(p.weight, 0) << "degree " << degree << " grading " << grading << " n " << n;
          sum += p.weight * spline(lower, coefficients, p.at);
        }
        EXPECT_NEAR(sum, expected, 1e-13);
      }
    }
  }
}

TEST(SplinePatch, derivatives_equal_differences) {
  const SplinePatch patch{BSplineBasis(3, graded_breaks(1, 4, 1.5)), BSplineBasis(4, graded_breaks(0.5, 2))};
  constexpr double s = 0.4, y = 0.2, step = 1e-5;
  const auto row = [&](double along, double across, int k) -> Eigen::VectorXd {
    return evaluate(patch, along, across).derivatives.row(k);
  };
  const auto by_along = [&](int k) -> Eigen::VectorXd {
    return (row(s + step, y, k) - row(s - step, y, k)) / (2 * step);
  };
  const auto by_across = [&](int k) -> Eigen::VectorXd {
    return (row(s, y + step, k) - row(s, y - step, k)) / (2 * step);
  };
  EXPECT_LT((row(s, y, PatchValues::kAlong) - by_along(PatchValues::kValue)).norm(), 1e-7);
  EXPECT_LT((row(s, y, PatchValues::kAcross) - by_across(PatchValues::kValue)).norm(), 1e-7);
  EXPECT_LT((row(s, y, PatchValues::kAlongAlong) - by_along(PatchValues::kAlong)).norm(), 1e-6);
  EXPECT_LT((row(s, y, PatchValues::kAlongAcross) - by_along(PatchValues::kAcross)).norm(), 1e-6);
  EXPECT_LT((row(s, y, PatchValues::kAcrossAcross) - by_across(PatchValues::kAcross)).norm(), 1e-6);
}

}  // namespace
}  // namespace plumb
