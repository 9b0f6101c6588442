#pragma once

#include <cmath>
#include <cstdint>

#include <Eigen/Core>
#include <Eigen/QR>

namespace plumb {

/// Random numbers that are the same everywhere (splitmix64).
class RandomForTest {
 public:
  explicit RandomForTest(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u) {}

  /// Returns a number in [0, 1).
  double unit() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  double between(double lo, double hi) { return lo + (hi - lo) * unit(); }
  /// Returns a number whose logarithm is uniform.
  double log_between(double lo, double hi) { return lo * std::pow(hi / lo, unit()); }
  Eigen::Vector3d vector3() {
    const double x = between(-1, 1), y = between(-1, 1);
    return {x, y, between(-1, 1)};
  }
  Eigen::MatrixXd matrix(int rows, int cols) {
    Eigen::MatrixXd m(rows, cols);
    for (int j = 0; j < cols; ++j)
      for (int i = 0; i < rows; ++i) m(i, j) = between(-1, 1);
    return m;
  }
  /// Returns a symmetric positive semi-definite matrix of this rank, its eigenvalues spread over `condition`.
  Eigen::MatrixXd semidefinite(int n, int rank, double condition) {
    const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(matrix(n, n)).householderQ();
    Eigen::VectorXd d = Eigen::VectorXd::Zero(n);
    for (int i = 0; i < rank; ++i) d(i) = log_between(1 / condition, 1);
    Eigen::MatrixXd w = q * d.asDiagonal() * q.transpose();
    return 0.5 * (w + w.transpose());
  }

 private:
  std::uint64_t state_;
};

}  // namespace plumb
