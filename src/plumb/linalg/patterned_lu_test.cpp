#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include <plumb/linalg/patterned_lu.h>

namespace plumb {
namespace {

/// A grid of nodes with three unknowns each, coupled to their neighbours; pseudo-random values, not symmetric.
struct GridMatrix {
  static constexpr int kSide = 12, kSize = 3 * kSide * kSide;
  SymmetricMatrix lower, upper;
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(kSize, kSize);

  static SymmetricPattern pattern() {
    SymmetricPattern p(kSize);
    const auto couple = [&](int a, int b) {
      const std::array<int, 6> both{3 * a, 3 * a + 1, 3 * a + 2, 3 * b, 3 * b + 1, 3 * b + 2};
      p.add_stencil(both);
    };
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x) {
        if (x + 1 < kSide) couple(y * kSide + x, y * kSide + x + 1);
        if (y + 1 < kSide) couple(y * kSide + x, (y + 1) * kSide + x);
      }
    p.finish();
    return p;
  }

  /// `diagonal`: added to every diagonal entry.
  explicit GridMatrix(double diagonal) : lower(pattern(), Storage::sparse), upper(pattern(), Storage::sparse) {
    double x = 0.3;
    const auto next = [&x] { return x = std::fmod(7.13 * x + 0.37, 2.0), x - 1; };
    for (int j = 0; j < kSize; ++j)
      for (int k = lower.column_starts()[static_cast<std::size_t>(j)];
           k < lower.column_starts()[static_cast<std::size_t>(j) + 1]; ++k) {
        const int i = lower.rows()[static_cast<std::size_t>(k)];
        full(i, j) = lower.values()[k] = next() + (i == j ? diagonal : 0);
        if (i != j) full(j, i) = next();
        upper.values()[k] = full(j, i);
      }
  }
};

TEST(PatternedLu, SolvesMatricesThatAreNotSymmetric) {
  for (const double diagonal : {5.0, 0.0}) {  // dominant; needs the exchange of rows
    GridMatrix a(diagonal);
    PatternedLu lu(a.lower);
    ASSERT_EQ(lu.factor(a.lower, a.upper), Status::ok);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(GridMatrix::kSize, -1, 2), b = a.full * x;
    Eigen::VectorXd found = b;
    lu.solve(found);
    for (int k = 0; k < 2; ++k) {
      Eigen::VectorXd rest = b - a.full * found;
      lu.solve(rest);
      found += rest;
    }
    EXPECT_LT((found - x).norm(), 1e-9 * x.norm()) << diagonal;
  }
}

TEST(PatternedLu, OnePatternServesManyMatrices) {
  GridMatrix first(4), second(9);
  PatternedLu lu(first.lower);
  ASSERT_EQ(lu.factor(first.lower, first.upper), Status::ok);
  ASSERT_EQ(lu.factor(second.lower, second.upper), Status::ok);
  const Eigen::VectorXd b = Eigen::VectorXd::Ones(GridMatrix::kSize);
  Eigen::VectorXd x = b;
  lu.solve(x);
  EXPECT_LT((second.full * x - b).norm(), 1e-11 * b.norm());
}

TEST(PatternedLu, WhatIsNoNumberIsSingular) {
  GridMatrix a(5);
  a.upper.values()[7] = std::numeric_limits<double>::quiet_NaN();
  PatternedLu lu(a.lower);
  EXPECT_EQ(lu.factor(a.lower, a.upper), Status::singular);
}

}  // namespace
}  // namespace plumb
