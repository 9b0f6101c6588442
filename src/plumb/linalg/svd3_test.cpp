#include <plumb/linalg/svd3.h>

#include <cmath>
#include <random>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

void expect_decomposed(const Matrix3d& a) {
  const RotationSvd svd = rotation_svd(a);
  const double size = a.norm();
  EXPECT_LT((svd.u.transpose() * svd.u - Matrix3d::Identity()).norm(), 1e-14) << a;
  EXPECT_LT((svd.v.transpose() * svd.v - Matrix3d::Identity()).norm(), 1e-14) << a;
  EXPECT_GT(svd.u.determinant(), 0);
  EXPECT_GT(svd.v.determinant(), 0);
  EXPECT_LE((svd.u * svd.s.asDiagonal() * svd.v.transpose() - a).norm(), 4e-15 * size) << a;
  EXPECT_GE(svd.s[0], svd.s[1] - 4e-15 * size);
  EXPECT_GE(svd.s[1], std::abs(svd.s[2]) - 4e-15 * size);
  const Vector3d values = Eigen::JacobiSVD<Matrix3d>(a).singularValues();
  EXPECT_LE((svd.s.cwiseAbs() - values).norm(), 4e-15 * size);
}

std::vector<Matrix3d> rotations() {
  std::vector<Matrix3d> all{Matrix3d::Identity()};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  while (all.size() < 20) {
    const Matrix3d a = Matrix3d::NullaryExpr([&] { return uniform(random); });
    all.push_back(Eigen::JacobiSVD<Matrix3d>(a, Eigen::ComputeFullU).matrixU());
    if (all.back().determinant() < 0) all.back() = -all.back();
  }
  return all;
}

TEST(RotationSvd, holds_for_repeated_zero_negative_tiny_and_huge_singular_values) {
  const std::vector<Vector3d> values{
      {1, 1, 1},  {2, 1, 1},     {2, 2, 1},         {1, 1, -1},        {3, 2, -2},
      {2, 2, -1}, {3, 2, 0},     {3, 0, 0},         {0, 0, 0},         {1, 1e-9, -1e-9},
      {1, 1, 0},  {1, 1e-17, 0}, {1e-200, 0, 0},    {1e150, 1, 1e-50}, {1e-160, 1e-161, -1e-162},
      {5, 3, -1}, {1, 1, -1e-8}, {1, 1 - 1e-15, 1}, {100, 1, -1e-3}};
  const std::vector<Matrix3d> turns = rotations();
  for (const Vector3d& s : values) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
      expect_decomposed(turns[i] * s.asDiagonal() * turns[(7 * i + 3) % turns.size()].transpose());
    }
  }
}

TEST(RotationSvd, the_smallest_value_has_the_sign_of_the_determinant) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 1000; ++i) {
    const Matrix3d a = Matrix3d::NullaryExpr([&] { return uniform(random); });
    expect_decomposed(a);
    EXPECT_EQ(rotation_svd(a).s[2] > 0, a.determinant() > 0);
  }
}

TEST(RotationSvd, small_values_are_exact_where_columns_are_small) {
  const Matrix3d a = Vector3d(1e-30, 1, 1e-15).asDiagonal();
  EXPECT_EQ(rotation_svd(a).s, Vector3d(1, 1e-15, 1e-30));
}

TEST(WithoutNegativeEigenvalues, is_the_nearest_matrix_and_keeps_the_bits_of_what_has_none) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 100; ++i) {
    Matrix3d a = Matrix3d::NullaryExpr([&] { return uniform(random); });
    a = (0.5 * (a + a.transpose())).eval();
    const Matrix3d p = without_negative_eigenvalues(a), added = p - a;
    EXPECT_GE(p.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), -1e-14);
    EXPECT_GE(added.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), -1e-14);
    EXPECT_LE((p * added).norm(), 1e-14);
    const Matrix3d square = a * a;
    EXPECT_EQ(without_negative_eigenvalues(square), square);
  }
}

}  // namespace
}  // namespace plumb
