#include <plumb/linalg/block_band.h>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <atomic>
#include <cstdlib>
#include <limits>

#include <plumb/core/allocations_for_test.h>
#include <plumb/linalg/samples_for_test.h>

namespace plumb {
namespace {

using samples::Random;

int count_negative(const Eigen::MatrixXd& a) {
  return static_cast<int>(
      (Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues().array() < 0).count());
}

void expect_solves(const Factorization& f, const Eigen::MatrixXd& a, double tolerance) {
  const int n = static_cast<int>(a.rows());
  Random random(17);
  const Eigen::VectorXd b = random.vector(n);
  Eigen::VectorXd x = b;
  f.solve(x);
  EXPECT_LT((a * x - b).norm(), tolerance * (a.norm() * x.norm() + b.norm()));

  // Many columns, which begin at different rows; none knows of those beside it.
  Eigen::MatrixXd many(n, 7);
  for (Eigen::Index c = 0; c < many.cols(); ++c) {
    many.col(c) = random.vector(n);
    many.col(c).head(c * n / many.cols()).setZero();
  }
  Eigen::MatrixXd solved = many;
  f.solve(solved);
  EXPECT_LT((a * solved - many).norm(), tolerance * (a.norm() * solved.norm() + many.norm()));
  for (Eigen::Index c = 0; c < many.cols(); ++c) {
    Eigen::MatrixXd twice(n, 2);
    twice << many.col(c), many.col(c);
    f.solve(twice);
    EXPECT_EQ(twice.col(1), solved.col(c)) << c;
  }
}

TEST(BlockBand, SolvesAndCountsForEveryWidthAndSize) {
  Random random(1);
  for (const int n : {1, 2, 3, 4, 5, 8, 19, 40, 61}) {
    for (const int width : {0, 1, 3, 4, 7, 10, 12, 17, 60}) {
      if (width >= n) continue;
      const int negative = n % 7 == 0 ? 0 : n / 3;
      const Eigen::MatrixXd dense = samples::with_inertia(n, std::max(width, 1), width == 0 ? 0 : negative, random);
      const SymmetricPattern pattern = samples::band_pattern(n, width);
      const SymmetricMatrix a = samples::matrix(pattern, dense, Storage::band);
      BlockBandFactorization f;
      ASSERT_EQ(f.factor(a, 0), Status::ok) << n << " " << width;
      EXPECT_EQ(f.n_negative(), count_negative(a.dense())) << n << " " << width;
      if (width > 0) {
        EXPECT_EQ(f.n_negative(), negative) << n << " " << width;
      }
      expect_solves(f, a.dense(), 1e-13);
    }
  }
}

TEST(BlockBand, SolvesRodsWhereverTheClampCutThem) {
  Random random(12);
  for (int removed = 0; removed < 8; ++removed) {
    const int n = 43 + removed / 4;
    const SymmetricMatrix a =
        samples::matrix(samples::rod_pattern(n, removed), samples::with_inertia(n, 10, 6, random), Storage::band);
    BlockBandFactorization f;
    for (const double shift : {0.0, -0.5}) {
      const Eigen::MatrixXd shifted = a.dense() + shift * Eigen::MatrixXd::Identity(n, n);
      ASSERT_EQ(f.factor(a, shift), Status::ok) << removed;
      EXPECT_EQ(f.n_negative(), count_negative(shifted)) << removed;
      expect_solves(f, shifted, 1e-12);
    }
  }
}

TEST(BlockBand, InertiaOfAnyMatrixIsThatOfItsEigenvalues) {
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 20 + trial;
    const SymmetricMatrix a =
        samples::matrix(samples::band_pattern(n, 5 + trial % 9), random.symmetric(n), Storage::band);
    BlockBandFactorization f;
    ASSERT_EQ(f.factor(a, 0), Status::ok);
    EXPECT_EQ(f.n_negative(), count_negative(a.dense())) << trial;
  }
}

TEST(BlockBand, ShiftMovesTheSpectrumButNotThePadding) {
  Random random(3);
  const int n = 37;  // padded to 40
  const SymmetricMatrix a = samples::matrix(samples::band_pattern(n, 10), random.symmetric(n), Storage::band);
  for (const double shift : {-1e17, -20.0, -5.0, -1.0, -0.5, 0.7, 4.0, 20.0, 1e17}) {
    const Eigen::MatrixXd shifted = a.dense() + shift * Eigen::MatrixXd::Identity(n, n);
    BlockBandFactorization f;
    ASSERT_EQ(f.factor(a, shift), Status::ok);
    EXPECT_EQ(f.n_negative(), count_negative(shifted)) << shift;
    expect_solves(f, shifted, 1e-11);
  }
}

TEST(BlockBand, StiffChainKeepsItsInertia) {
  const int n_nodes = 60;
  const SymmetricPattern pattern = samples::band_pattern(3 * n_nodes, 8);
  for (const double softening : {0.0, 1e-5, 1e-4, 1e-3, 0.1}) {
    const SymmetricMatrix a = samples::matrix(pattern, samples::stiff_chain(n_nodes, 1e7, softening), Storage::band);
    BlockBandFactorization f;
    ASSERT_EQ(f.factor(a, 0), Status::ok);
    EXPECT_EQ(f.n_negative(), count_negative(a.dense())) << softening;
    expect_solves(f, a.dense(), 1e-12);
  }
}

TEST(BlockBand, ReportsSingular) {
  const int n = 23;
  const SymmetricPattern pattern = samples::band_pattern(n, 5);
  BlockBandFactorization f;
  // A path's Laplacian: the constant vector is its kernel, and the last pivot is exactly zero.
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i + 1 < n; ++i) laplacian.block<2, 2>(i, i) += (Eigen::Matrix2d() << 1, -1, -1, 1).finished();
  EXPECT_EQ(f.factor(samples::matrix(pattern, laplacian, Storage::band), 0), Status::singular);
  EXPECT_EQ(f.factor(samples::matrix(pattern, laplacian, Storage::band), 1e-3), Status::ok);
  EXPECT_EQ(f.factor(samples::matrix(pattern, 1e-30 * laplacian, Storage::band), 0), Status::singular);

  // Lost to round-off: 1 + tiny - 1.
  Eigen::MatrixXd lost = Eigen::MatrixXd::Identity(n, n);
  lost(8, 7) = lost(7, 8) = 1;
  lost(8, 8) = 1 + 2 * std::numeric_limits<double>::epsilon();
  EXPECT_EQ(f.factor(samples::matrix(pattern, lost, Storage::band), 0), Status::singular);

  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (const auto& [row, col] : {std::pair{9, 9}, std::pair{14, 10}}) {
      Eigen::MatrixXd broken = 3 * Eigen::MatrixXd::Identity(n, n);
      broken(row, col) = broken(col, row) = bad;
      EXPECT_EQ(f.factor(samples::matrix(pattern, broken, Storage::band), 0), Status::singular) << row << col << bad;
    }
  }
}

TEST(BlockBand, WarmFactorAndSolveDoNotAllocateAndRepeatTheirBits) {
  if (!can_count_allocations) GTEST_SKIP() << "the sanitizers have their own allocator";
  Random random(4);
  const int n = 205;
  for (const int width : {10, 30}) {
    const SymmetricPattern pattern = samples::band_pattern(n, width);
    SymmetricMatrix a = samples::matrix(pattern, samples::with_inertia(n, width, 5, random), Storage::band);
    const Eigen::VectorXd b = random.vector(n);
    BlockBandFactorization f;
    Eigen::VectorXd x = b, again(n), product(n);
    n_allocations() = 0;
    ASSERT_EQ(f.factor(a, 0), Status::ok);
    EXPECT_GT(n_allocations(), 0) << "the counter does not count";
    f.solve(x);

    n_allocations() = 0;
    ASSERT_EQ(f.factor(a, 0.25), Status::ok);
    again = b;
    f.solve(again);
    a.multiply(again, product);
    a.set_zero();
    const long allocated = n_allocations();
    EXPECT_EQ(allocated, 0);
    EXPECT_GT((x - again).norm(), 0);

    a = samples::matrix(pattern, samples::with_inertia(n, width, 0, random), Storage::band);
    BlockBandFactorization fresh;
    x = again = b;
    ASSERT_EQ(f.factor(a, 0), Status::ok);
    ASSERT_EQ(fresh.factor(a, 0), Status::ok);
    f.solve(x);
    fresh.solve(again);
    EXPECT_TRUE(x == again) << "a used object must give the bits of a new one";
    EXPECT_EQ(f.n_negative(), 0);
  }
}

}  // namespace
}  // namespace plumb
