#include <plumb/linalg/lanczos.h>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <limits>

#include <plumb/linalg/samples_for_test.h>

namespace plumb {
namespace {

using samples::Random;

Eigen::VectorXd spectrum(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

void expect_lowest(const Modes& modes, const Eigen::MatrixXd& a, int k, double tolerance) {
  ASSERT_EQ(modes.status, Status::ok);
  ASSERT_EQ(modes.values.size(), k);
  const double norm = a.cwiseAbs().rowwise().sum().maxCoeff();
  EXPECT_LT((modes.values - spectrum(a).head(k)).cwiseAbs().maxCoeff(), tolerance * norm) << modes.values.transpose();
  EXPECT_LT((a * modes.vectors - modes.vectors * modes.values.asDiagonal()).norm(), tolerance * norm);
  EXPECT_LT((modes.vectors.transpose() * modes.vectors - Eigen::MatrixXd::Identity(k, k)).norm(), 1e-9);
}

TEST(LowestModes, RandomMatricesInBothStorages) {
  Random random(9);
  for (const auto storage : {Storage::band, Storage::sparse}) {
    for (const int k : {1, 3, 8}) {
      const SymmetricPattern pattern = samples::grid_pattern(12);
      const SymmetricMatrix a = samples::matrix(pattern, random.symmetric(144), storage);
      expect_lowest(lowest_modes(a, k), a.dense(), k, 1e-11);
    }
  }
}

TEST(LowestModes, SmallMatricesAndAllModes) {
  Random random(10);
  for (const int n : {1, 2, 7, 25}) {
    const SymmetricMatrix a = samples::matrix(samples::band_pattern(n, n - 1), random.symmetric(n), Storage::band);
    expect_lowest(lowest_modes(a, 1), a.dense(), 1, 1e-12);
    expect_lowest(lowest_modes(a, 100), a.dense(), n, 1e-12);
  }
}

TEST(LowestModes, StiffChainsFromStableToUnstableAtAnyScale) {
  const int n_nodes = 60;
  const SymmetricPattern pattern = samples::band_pattern(3 * n_nodes, 8);
  for (const double scale : {1e-12, 1.0, 1e12}) {
    for (const double softening : {0.0, 1e-6, 1e-4, 0.1, 1e3}) {
      const SymmetricMatrix a =
          samples::matrix(pattern, scale * samples::stiff_chain(n_nodes, 1e7, softening), Storage::band);
      SCOPED_TRACE(testing::Message() << scale << " " << softening);
      expect_lowest(lowest_modes(a, 4), a.dense(), 4, 1e-13);
      // The lowest modes are 1e-13 of the norm: here the accuracy that matters is relative to themselves.
      const Eigen::VectorXd exact = spectrum(samples::stiff_chain(n_nodes, 1e3, softening));
      const SymmetricMatrix milder =
          samples::matrix(pattern, scale * samples::stiff_chain(n_nodes, 1e3, softening), Storage::band);
      const Modes lowest = lowest_modes(milder, 1);
      ASSERT_EQ(lowest.status, Status::ok);
      EXPECT_NEAR(lowest.values[0] / (scale * exact[0]), 1, 1e-5);
    }
  }
}

TEST(LowestModes, EveryCopyOfMultipleAndClusteredEigenvalues) {
  // Three uncoupled copies of one chain: each eigenvalue three times.
  const int m = 50;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(3 * m, 3 * m);
  for (int i = 0; i + 1 < m; ++i) {
    for (int c = 0; c < 3; ++c) {
      const int p = 3 * i + c, q = p + 3;
      a(p, p) += 1, a(q, q) += 1, a(p, q) -= 1, a(q, p) -= 1;
    }
  }
  for (const double shift : {-0.5, 0.01, 5.0}) {
    for (const double split : {0.0, 1e-9}) {
      SCOPED_TRACE(testing::Message() << shift << " " << split);
      Eigen::MatrixXd shifted = a + shift * Eigen::MatrixXd::Identity(3 * m, 3 * m);
      for (int i = 0; i < 3 * m; ++i) shifted(i, i) += split * (i % 3);
      const SymmetricMatrix matrix = samples::matrix(samples::band_pattern(3 * m, 3), shifted, Storage::band);
      expect_lowest(lowest_modes(matrix, 7), shifted, 7, 1e-11);
    }
  }
}

TEST(LowestModes, SingularAndZeroAndDiagonalMatrices) {
  const int n = 60;
  const SymmetricPattern pattern = samples::band_pattern(n, 4);
  Eigen::MatrixXd diagonal = Eigen::VectorXd::LinSpaced(n, 0, n - 1).asDiagonal();
  expect_lowest(lowest_modes(samples::matrix(pattern, diagonal, Storage::band), 3), diagonal, 3, 1e-12);
  diagonal.setIdentity();
  expect_lowest(lowest_modes(samples::matrix(pattern, diagonal, Storage::band), 3), diagonal, 3, 1e-12);
  const Modes zero = lowest_modes(SymmetricMatrix(pattern, Storage::band), 2);
  ASSERT_EQ(zero.status, Status::ok);
  EXPECT_TRUE(zero.values.isZero(0));
}

TEST(LowestModes, NotANumberIsNotConverged) {
  SymmetricMatrix a(samples::band_pattern(60, 4));
  a.values()[a.position(30, 28)] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(lowest_modes(a, 2).status, Status::not_converged);
  const auto broken = [](const auto& x, auto y) { y = x * std::numeric_limits<double>::quiet_NaN(); };
  EXPECT_EQ(lowest_modes_matrix_free(60, broken, 2).status, Status::not_converged);
}

TEST(LowestModes, RepeatTheirBits) {
  const SymmetricMatrix a =
      samples::matrix(samples::band_pattern(180, 8), samples::stiff_chain(60, 1e7, 1e-3), Storage::band);
  const Modes first = lowest_modes(a, 3), second = lowest_modes(a, 3);
  EXPECT_TRUE(first.values == second.values);
  EXPECT_TRUE(first.vectors == second.vectors);
}

TEST(LowestModesMatrixFree, AgreeWithDense) {
  Random random(11);
  for (const double scale : {1e-12, 1.0, 1e12}) {
    const Eigen::MatrixXd a = scale * random.symmetric(120);
    const auto apply = [&](const auto& x, auto y) { y = a * x; };
    expect_lowest(lowest_modes_matrix_free(120, apply, 4), a, 4, 1e-10);
  }
  const Eigen::MatrixXd stiff = samples::stiff_chain(30, 1e4, 1.0);
  const auto apply = [&](const auto& x, auto y) { y = stiff * x; };
  expect_lowest(lowest_modes_matrix_free(90, apply, 2), stiff, 2, 1e-10);
}

}  // namespace
}  // namespace plumb
