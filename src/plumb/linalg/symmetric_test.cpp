#include <plumb/linalg/symmetric.h>

#include <gtest/gtest.h>

#include <cstdint>

#include <plumb/linalg/samples_for_test.h>

namespace plumb {
namespace {

using samples::Random;

TEST(SymmetricPattern, UnionOfStencilsWithoutRemovedUnknowns) {
  SymmetricPattern pattern(6);
  const int first[] = {4, -1, 1}, second[] = {1, 4, 2}, third[] = {-3, -1};
  pattern.add_stencil(first);
  pattern.add_stencil(second);
  pattern.add_stencil(third);
  pattern.finish();
  EXPECT_EQ(pattern.size(), 6);
  EXPECT_EQ(pattern.n_nonzeros(), 9);
  EXPECT_EQ(pattern.half_bandwidth(), 3);
  EXPECT_EQ(std::vector<int>(pattern.rows().begin(), pattern.rows().end()),
            (std::vector<int>{0, 1, 2, 4, 2, 4, 3, 4, 5}));
  EXPECT_EQ(std::vector<int>(pattern.column_starts().begin(), pattern.column_starts().end()),
            (std::vector<int>{0, 1, 4, 6, 7, 8, 9}));
}

TEST(SymmetricMatrix, StorageFollowsThePattern) {
  EXPECT_EQ(SymmetricMatrix(samples::band_pattern(500, 10)).storage(), Storage::band);
  EXPECT_EQ(SymmetricMatrix(samples::band_pattern(100, 99)).storage(), Storage::band);
  EXPECT_EQ(SymmetricMatrix(samples::grid_pattern(30)).storage(), Storage::sparse);
  EXPECT_EQ(SymmetricMatrix(samples::grid_pattern(4)).storage(), Storage::band);
  EXPECT_EQ(SymmetricMatrix(samples::grid_pattern(30), Storage::band).storage(), Storage::band);
}

TEST(SymmetricMatrix, BlocksFallWhereTheBandIsNarrowest) {
  // Two blocks below the diagonal, wherever the clamp cut the numbering.
  for (int removed = 0; removed < 8; ++removed) {
    EXPECT_EQ(SymmetricMatrix(samples::rod_pattern(100, removed)).block_half_bandwidth(), 2) << removed;
  }
}

TEST(SymmetricMatrix, ProductsDiagonalAndPositionsAgreeWithDense) {
  Random random(5);
  for (const auto storage : {Storage::band, Storage::sparse}) {
    for (const SymmetricPattern& pattern : {samples::band_pattern(1, 0), samples::band_pattern(26, 10),
                                            samples::rod_pattern(41, 2), samples::grid_pattern(7)}) {
      const int n = pattern.size();
      const Eigen::MatrixXd from = random.symmetric(n);
      SymmetricMatrix a = samples::matrix(pattern, from, storage);
#ifdef __AVX__
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.values()) % 32, 0u);
#endif

      // The oracle fills by pattern, not by position.
      Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
      for (int j = 0; j < n; ++j) {
        for (int k = pattern.column_starts()[static_cast<std::size_t>(j)];
             k < pattern.column_starts()[static_cast<std::size_t>(j) + 1]; ++k) {
          const int i = pattern.rows()[static_cast<std::size_t>(k)];
          dense(i, j) = dense(j, i) = from(i, j);
        }
      }
      EXPECT_TRUE(a.dense() == dense);

      const Eigen::VectorXd x = random.vector(n);
      Eigen::VectorXd y(n);
      a.multiply(x, y);
      EXPECT_LT((y - dense * x).norm(), 1e-14 * dense.norm());
      a.multiply_abs(x, y);
      EXPECT_LT((y - dense.cwiseAbs() * x.cwiseAbs()).norm(), 1e-14 * dense.norm());
      a.diagonal(y);
      EXPECT_TRUE(y == dense.diagonal());
      a.set_zero();
      EXPECT_TRUE(a.dense().isZero(0));
    }
  }
}

}  // namespace
}  // namespace plumb
