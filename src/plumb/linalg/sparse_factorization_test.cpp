// The sparse factorisation.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <limits>
#include <thread>

#include <plumb/core/parallel.h>
#include <plumb/linalg/block_band.h>
#include <plumb/linalg/samples_for_test.h>
#include <plumb/linalg/sparse_ldlt.h>

namespace plumb {
namespace {

using samples::Random;

Eigen::MatrixXd restricted(const SymmetricPattern& pattern, const Eigen::MatrixXd& from) {
  return samples::matrix(pattern, from, Storage::sparse).dense();
}

TEST(SparseLdlt, OneAnalysisServesManyValuesAndShifts) {
  Random random(6);
  const SymmetricPattern pattern = samples::grid_pattern(13);
  const int n = pattern.size();
  SparseLdlt f;
  for (const double shift : {30.0, 0.0, 2.0, -1.0, 30.0, -40.0}) {
    const Eigen::MatrixXd dense = restricted(pattern, random.symmetric(n));
    const SymmetricMatrix a = samples::matrix(pattern, dense, Storage::sparse);
    const Eigen::MatrixXd shifted = dense + shift * Eigen::MatrixXd::Identity(n, n);
    ASSERT_EQ(f.factor(a, shift), Status::ok);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(shifted, Eigen::EigenvaluesOnly);
    EXPECT_EQ(f.n_negative(), (eigen.eigenvalues().array() < 0).count()) << shift;
    const Eigen::VectorXd b = random.vector(n);
    Eigen::VectorXd x = b;
    f.solve(x);
    EXPECT_LT((shifted * x - b).norm(), 1e-11 * (shifted.norm() * x.norm() + b.norm())) << shift;
  }
}

TEST(SparseLdlt, AgreesWithTheBandOnAStiffChain) {
  const int n_nodes = 50;
  const SymmetricPattern pattern = samples::band_pattern(3 * n_nodes, 8);
  for (const double softening : {0.0, 1e-4, 0.1}) {
    const Eigen::MatrixXd dense = samples::stiff_chain(n_nodes, 1e7, softening);
    SparseLdlt f;
    BlockBandFactorization band;
    ASSERT_EQ(f.factor(samples::matrix(pattern, dense, Storage::sparse), 0), Status::ok);
    ASSERT_EQ(band.factor(samples::matrix(pattern, dense, Storage::band), 0), Status::ok);
    EXPECT_EQ(f.n_negative(), band.n_negative()) << softening;
  }
}

TEST(SparseLdlt, ReportsSingularAndRecovers) {
  const SymmetricPattern pattern = samples::grid_pattern(9);
  const int n = pattern.size();
  SparseLdlt f;
  Eigen::MatrixXd zero_row = Eigen::MatrixXd::Identity(n, n);
  zero_row(40, 40) = 0;
  EXPECT_EQ(f.factor(samples::matrix(pattern, zero_row, Storage::sparse), 0), Status::singular);
  EXPECT_EQ(f.factor(samples::matrix(pattern, zero_row, Storage::sparse), 0.5), Status::ok);
  EXPECT_EQ(f.n_negative(), 0);
  EXPECT_EQ(f.factor(samples::matrix(pattern, zero_row, Storage::sparse), -0.5), Status::ok);
  EXPECT_EQ(f.n_negative(), 1);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Eigen::MatrixXd broken = Eigen::MatrixXd::Identity(n, n);
    broken(41, 40) = bad;
    EXPECT_EQ(f.factor(samples::matrix(pattern, broken, Storage::sparse), 0), Status::singular);
  }
}

/// Many columns at once are what they are one by one, and two threads may solve at the same time.
void solves_many_columns(Factorization& f, const SymmetricMatrix& a) {
  samples::Random random(5);
  ASSERT_EQ(f.factor(a, 0), Status::ok);
  Eigen::MatrixXd right(a.size(), 7);
  for (int k = 0; k < right.cols(); ++k) right.col(k) = random.vector(a.size());
  Eigen::MatrixXd one_by_one = right, together = right, elsewhere = right;
  for (int k = 0; k < right.cols(); ++k) f.solve(one_by_one.col(k));
  std::thread other([&] { f.solve(elsewhere); });
  f.solve(together);
  other.join();
  EXPECT_LT((together - one_by_one).cwiseAbs().maxCoeff(), 1e-12 * one_by_one.cwiseAbs().maxCoeff());
  EXPECT_EQ(together, elsewhere);
}

TEST(SparseLdlt, SolvesManyColumns) {
  const SymmetricPattern pattern = samples::grid_pattern(15);
  samples::Random random(3);
  const Eigen::MatrixXd dense =
      random.symmetric(pattern.size()) + 40 * Eigen::MatrixXd::Identity(pattern.size(), pattern.size());
  SparseLdlt f;
  solves_many_columns(f, samples::matrix(pattern, dense, Storage::sparse));
}

TEST(BlockBand, SolvesManyColumns) {
  const SymmetricPattern pattern = samples::rod_pattern(90, 7);
  samples::Random random(4);
  const Eigen::MatrixXd dense = random.symmetric(90) + 40 * Eigen::MatrixXd::Identity(90, 90);
  BlockBandFactorization f;
  solves_many_columns(f, samples::matrix(pattern, dense, Storage::band));
}

TEST(MakeFactorization, FollowsTheStorage) {
  const SymmetricPattern pattern = samples::grid_pattern(12);
  const SymmetricMatrix band(pattern, Storage::band), sparse(pattern, Storage::sparse);
  EXPECT_NE(dynamic_cast<BlockBandFactorization*>(make_factorization(band).get()), nullptr);
  const auto made = make_factorization(sparse);
  EXPECT_NE(dynamic_cast<SparseLdlt*>(made.get()), nullptr);
}

// Threads are woken up for this one; more than a branch of the tree, and fronts above them.
TEST(SparseLdlt, has_the_same_bits_for_any_number_of_threads) {
  const SymmetricPattern pattern = samples::grid_pattern(90);
  SymmetricMatrix a(pattern, Storage::sparse);
  Random random(2);
  for (int k = 0; k < a.n_values(); ++k) a.values()[k] = random();
  for (int i = 0; i < a.size(); ++i) a.values()[a.position(i, i)] = i % 5 == 0 ? -12 : 12;
  SparseLdlt alone;
  ASSERT_EQ(alone.factor(a, 0.1), Status::ok);
  EXPECT_GT(alone.flops(), 1e7);
  EXPECT_GT(alone.n_negative(), 1000);
  const Eigen::VectorXd b = random.vector(a.size());
  Eigen::VectorXd x = b, y = b, product(a.size());
  alone.solve(x);
  a.multiply(x, product);
  EXPECT_LT((product + 0.1 * x - b).norm(), 1e-12 * b.norm());
  SparseLdlt many;
  for (const int n : {2, 3, 5, 8}) {
    set_threads(n);
    ASSERT_EQ(many.factor(a, 0.1), Status::ok);
    y = b;
    many.solve(y);
    EXPECT_EQ(x, y) << n;
    EXPECT_EQ(many.n_negative(), alone.n_negative());
  }
  set_threads(1);
}

TEST(SparseLdlt, takes_matrices_of_every_shape) {
  Random random(7);
  SymmetricPattern parts(40);  // forty unknowns in five parts that know nothing of each other
  for (int i = 0; i < 40; ++i) parts.add_stencil(std::vector<int>{i, (i + 5) % 40});
  parts.finish();
  SymmetricPattern arrow(50);
  for (int i = 0; i < 49; ++i) arrow.add_stencil(std::vector<int>{i, 49});
  arrow.finish();
  for (const auto& pattern : {samples::band_pattern(0, 1), samples::band_pattern(1, 1), samples::band_pattern(30, 0),
                              parts, arrow, samples::band_pattern(150, 150)}) {
    const int n = pattern.size();
    const Eigen::MatrixXd dense =
        restricted(pattern, random.symmetric(n)) + 1.3 * std::sqrt(n) * Eigen::MatrixXd::Identity(n, n);
    SparseLdlt f;
    ASSERT_EQ(f.factor(samples::matrix(pattern, dense, Storage::sparse), 0), Status::ok);
    if (n == 0) continue;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(dense, Eigen::EigenvaluesOnly);
    EXPECT_EQ(f.n_negative(), (eigen.eigenvalues().array() < 0).count());
    const Eigen::VectorXd b = random.vector(n);
    Eigen::VectorXd x = b;
    f.solve(x);
    EXPECT_LE((dense * x - b).norm(), 1e-10 * b.norm()) << n;
  }
}

// A full matrix takes n^3/3 to leading order: for each column a division a row below it, and a product for each pair.
TEST(SparseLdlt, counts_what_a_full_matrix_takes) {
  constexpr int n = 3;
  SparseLdlt f;
  EXPECT_EQ(f.flops(), 0);
  const Eigen::MatrixXd full = 2 * Eigen::MatrixXd::Identity(n, n) + 0.1 * Eigen::MatrixXd::Ones(n, n);
  ASSERT_EQ(f.factor(samples::matrix(samples::band_pattern(n, n), full, Storage::sparse), 0), Status::ok);
  EXPECT_EQ(f.flops(), (2 + 2 * 3) + (1 + 2 * 1));
}

}  // namespace
}  // namespace plumb
