#include <judge/protocols/lateral_buckling/curvature_basis.h>

#include <gtest/gtest.h>

namespace judge {
namespace {

using Array = Eigen::ArrayXd;

GaussGrid uneven_grid() { return gauss_grid({1, 1.01, 1.2, 2}, 7); }

/// The function whose second derivative is given, from the curvatures of the basis, which are orthonormal.
Eigen::VectorXd amplitudes(const Basis& basis, const GaussGrid& grid, const Array& curvature) {
  return basis.curvature.transpose() * (grid.weight.array() * curvature).matrix();
}

void expect_reproduced(const Basis& basis, const GaussGrid& grid, const Array& f, const Array& slope,
                       const Array& curvature) {
  const Eigen::VectorXd c = amplitudes(basis, grid, curvature);
  EXPECT_LT(((basis.value * c).array() - f).abs().maxCoeff(), 1e-13);
  EXPECT_LT(((basis.slope * c).array() - slope).abs().maxCoeff(), 1e-13);
  EXPECT_LT(((basis.curvature * c).array() - curvature).abs().maxCoeff(), 1e-12);
}

TEST(CurvatureBasis, GaussPointsIntegratePolynomials) {
  const GaussGrid grid = uneven_grid();
  EXPECT_NEAR(grid.weight.sum(), 1, 1e-14);
  EXPECT_NEAR(grid.weight.dot(grid.at.array().pow(13).matrix()), (std::pow(2, 14) - 1) / 14, 1e-10);
}

TEST(CurvatureBasis, HoldsEveryPolynomialClampedAtItsEnd) {
  const GaussGrid grid = uneven_grid();
  const Array x = grid.at.array() - 1, y = 1 - x;
  expect_reproduced(clamped_left(grid, 5), grid, x.pow(5) - x.square(), 5 * x.pow(4) - 2 * x, 20 * x.cube() - 2);
  expect_reproduced(clamped_right(grid, 5), grid, y.pow(5) - y.square(), -5 * y.pow(4) + 2 * y, 20 * y.cube() - 2);
}

TEST(CurvatureBasis, PinnedFunctionsVanishAtTheLeftEnd) {
  const GaussGrid grid = uneven_grid();
  const Basis clamped = clamped_right(grid, 5), pinned = pinned_left(clamped, grid);
  EXPECT_EQ(pinned.size(), clamped.size() - 1);
  const Array x = grid.at.array() - 1, y = 1 - x;
  expect_reproduced(pinned, grid, x * y.square(), y.square() - 2 * x * y, 2 * x - 4 * y);
  // y^2 is one at the left end: it is none of them.
  const Eigen::VectorXd c = amplitudes(pinned, grid, Array::Constant(x.size(), 2));
  EXPECT_GT(((pinned.value * c).array() - y.square()).abs().maxCoeff(), 0.1);
}

TEST(CurvatureBasis, StraightLinesHaveNoCurvature) {
  const GaussGrid grid = uneven_grid();
  const Basis basis = clamped_left(grid, 4);
  const Basis even = with_constant(basis), odd = with_distance(basis, grid);
  EXPECT_EQ(even.size(), basis.size() + 1);
  EXPECT_TRUE((even.value.col(0).array() == 1).all() && even.slope.col(0).isZero() && even.curvature.col(0).isZero());
  EXPECT_TRUE((odd.value.col(0).array() == grid.at.array() - 1).all() && (odd.slope.col(0).array() == 1).all());
  EXPECT_TRUE(odd.curvature.col(0).isZero());
  EXPECT_EQ(odd.value.rightCols(basis.size()), basis.value);
}

}  // namespace
}  // namespace judge
