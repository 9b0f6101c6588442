#include <plumb/linalg/conjugate_gradients.h>

#include <random>

#include <Eigen/Cholesky>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Unknowns in blocks of three, one and two, of very different sizes: what block Jacobi is for.
struct Sample {
  MatrixXd a;
  VectorXd b;
  std::vector<int> starts;
};

Sample sample() {
  Sample s;
  for (int n = 0, block = 0; n <= 60; n += 1 + (2 * block++) % 3) s.starts.push_back(n);
  const int n = s.starts.back();
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const MatrixXd m = MatrixXd::NullaryExpr(n, n, [&] { return uniform(random); });
  s.a = m * m.transpose() + MatrixXd::Identity(n, n);
  for (int i = 0; i < n; ++i) {
    const double size = i % 4 == 0 ? 100 : 1;
    s.a.row(i) *= size;
    s.a.col(i) *= size;
  }
  s.b = VectorXd::NullaryExpr(n, [&] { return uniform(random); });
  return s;
}

BlockJacobi jacobi(const Sample& s) {
  BlockJacobi blocks(s.starts);
  blocks.set_zero();
  for (int i = 0; i < s.a.rows(); ++i) {
    for (int j = 0; j <= i; ++j) blocks.add(i, j, s.a(i, j));
  }
  EXPECT_TRUE(blocks.invert());
  return blocks;
}

const LinearMap kNothing = [](const VectorXd& r, VectorXd& z) { z = r; };

TEST(ConjugateGradients, give_what_a_factorisation_gives) {
  const Sample s = sample();
  const LinearMap product = [&](const VectorXd& x, VectorXd& y) { y = s.a * x; };
  const VectorXd exact = s.a.llt().solve(s.b);
  VectorXd x = VectorXd::Zero(s.b.size());
  const auto outcome = conjugate_gradients(product, jacobi(s), s.b, x, {1e-14, 1000});
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_LT((x - exact).norm(), 1e-10 * exact.norm());
  // From the answer there is nothing left to do.
  EXPECT_LE(conjugate_gradients(product, jacobi(s), s.b, x, {1e-10, 1000}).iterations, 1);
}

TEST(ConjugateGradients, blocks_mend_what_is_badly_scaled) {
  const Sample s = sample();
  const LinearMap product = [&](const VectorXd& x, VectorXd& y) { y = s.a * x; };
  VectorXd x = VectorXd::Zero(s.b.size()), y = x;
  const int with = conjugate_gradients(product, jacobi(s), s.b, x).iterations;
  const int without = conjugate_gradients(product, kNothing, s.b, y).iterations;
  EXPECT_LT(2 * with, without);
}

TEST(ConjugateGradients, stop_where_the_curvature_is_negative_with_a_direction_of_descent) {
  Sample s = sample();
  s.a(7, 7) -= 1e6;
  const LinearMap product = [&](const VectorXd& x, VectorXd& y) { y = s.a * x; };
  VectorXd x = VectorXd::Zero(s.b.size());
  EXPECT_EQ(conjugate_gradients(product, kNothing, s.b, x).status, Status::singular);
  EXPECT_GE(s.b.dot(x), 0);
  BlockJacobi blocks(s.starts);
  blocks.set_zero();
  EXPECT_FALSE(blocks.invert());
}

TEST(ConjugateGradients, say_how_far_they_came) {
  const Sample s = sample();
  const LinearMap product = [&](const VectorXd& x, VectorXd& y) { y = s.a * x; };
  VectorXd x = VectorXd::Zero(s.b.size());
  const auto outcome = conjugate_gradients(product, kNothing, s.b, x, {1e-14, 5});
  EXPECT_EQ(outcome.status, Status::not_converged);
  EXPECT_EQ(outcome.iterations, 5);
  EXPECT_NEAR(outcome.residual, (s.b - s.a * x).norm() / s.b.norm(), 1e-10);
  x.setOnes();
  EXPECT_EQ(conjugate_gradients(product, kNothing, VectorXd::Zero(s.b.size()), x).status, Status::ok);
  EXPECT_TRUE(x.isZero(0));
}

}  // namespace
}  // namespace plumb
