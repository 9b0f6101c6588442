#include <plumb/linalg/lu.h>

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <limits>
#include <vector>

#include <plumb/linalg/samples_for_test.h>

namespace plumb {
namespace {

using samples::Random;

/// Unsymmetric, with zeros on the diagonal, so that it needs pivoting.
Eigen::SparseMatrix<double> sample(int n, Random& random) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, (i + 1) % n, 3 + random());
    entries.emplace_back(i, (i * 5 + 2) % n, random());
    entries.emplace_back(i, i, i % 3 == 0 ? 0.0 : random());
  }
  Eigen::SparseMatrix<double> a(n, n);
  a.setFromTriplets(entries.begin(), entries.end());
  a.makeCompressed();
  return a;
}

TEST(SparseLu, SolvesBothWaysOverChangedValuesAndPatterns) {
  Random random(7);
  SparseLu lu;
  for (const int n : {40, 40, 1, 73, 40}) {
    const Eigen::SparseMatrix<double> a = sample(n, random);
    const Eigen::MatrixXd dense = a;
    const Eigen::VectorXd b = random.vector(n);
    ASSERT_EQ(lu.factor(a), Status::ok);
    Eigen::VectorXd x = b;
    lu.solve(x);
    EXPECT_LT((dense * x - b).norm(), 1e-12 * b.norm());
    x = b;
    lu.solve_transposed(x);
    EXPECT_LT((dense.transpose() * x - b).norm(), 1e-12 * b.norm());
  }
}

TEST(SparseLu, ReportsSingular) {
  Random random(8);
  Eigen::SparseMatrix<double> a = sample(20, random);
  SparseLu lu;
  for (Eigen::SparseMatrix<double>::InnerIterator it(a, 4); it; ++it) it.valueRef() = 0;
  EXPECT_EQ(lu.factor(a), Status::singular);
  a.coeffRef(4, 4) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(lu.factor(a), Status::singular);
  EXPECT_EQ(lu.factor(sample(20, random)), Status::ok);
}

}  // namespace
}  // namespace plumb
