#include <gtest/gtest.h>

#include <plumb/contact/friction/delassus_rows.h>
#include <plumb/contact/friction/dense_delassus.h>
#include <plumb/contact/friction/random_for_test.h>
#include <plumb/contact/friction/sparse_delassus.h>

namespace plumb {
namespace {

/// A chain: contact i shares a body with i - 1 and with i + 1.
SparseDelassus chain(int n, RandomForTest& random) {
  SparseDelassus w(n);
  for (int i = 0; i < n; ++i) w.add(i, i, random.semidefinite(3, 3, 10));
  for (int i = n - 1; i > 0; --i) w.add(i, i - 1, 0.1 * random.matrix(3, 3));
  return w;
}

TEST(Delassus, DenseAndSparseAnswerAlike) {
  RandomForTest random(1);
  const int n = 12;
  const SparseDelassus sparse = chain(n, random);
  Eigen::MatrixXd full(3 * n, 3 * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) full.block<3, 3>(3 * i, 3 * j) = sparse.block(i, j);
  EXPECT_EQ((full - full.transpose()).norm(), 0);
  const DenseDelassus dense(full);
  const Eigen::VectorXd r = random.matrix(3 * n, 1);
  Eigen::VectorXd by_sparse, by_dense, by_rows;
  sparse.apply(r, by_sparse);
  dense.apply(r, by_dense);
  EXPECT_LT((by_sparse - by_dense).norm(), 1e-14);
  for (const Delassus* w : {static_cast<const Delassus*>(&sparse), static_cast<const Delassus*>(&dense)}) {
    const DelassusRows rows(*w);
    rows.apply(r, by_rows);
    EXPECT_LT((by_rows - by_dense).norm(), 1e-14);
    for (int i = 0; i < n; ++i) EXPECT_LT((rows.times(i, r) - by_dense.segment<3>(3 * i)).norm(), 1e-14);
  }
  EXPECT_EQ(sparse.neighbours(0), (std::vector<int>{0, 1}));
  EXPECT_EQ(sparse.neighbours(5), (std::vector<int>{4, 5, 6}));
  EXPECT_EQ(static_cast<int>(dense.neighbours(5).size()), n);
  EXPECT_EQ(SparseDelassus(dense).block(3, 4), sparse.block(3, 4));
}

}  // namespace
}  // namespace plumb
