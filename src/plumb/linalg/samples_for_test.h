#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <plumb/linalg/symmetric.h>

namespace plumb::samples {

// Matrices for the tests of this folder.

/// Numbers in (-1, 1), the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }
  Eigen::VectorXd vector(int n) {
    return Eigen::VectorXd::NullaryExpr(n, [this] { return (*this)(); });
  }
  Eigen::MatrixXd symmetric(int n) {
    const Eigen::MatrixXd a = Eigen::MatrixXd::NullaryExpr(n, n, [this] { return (*this)(); });
    return a + a.transpose();
  }

 private:
  std::uint64_t state_;
};

/// Every unknown coupled to the `width` following ones.
inline SymmetricPattern band_pattern(int n, int width) {
  SymmetricPattern pattern(n);
  for (int i = 0; i < n; ++i) {
    std::vector<int> dofs;
    for (int j = i; j <= std::min(n - 1, i + width); ++j) dofs.push_back(j);
    pattern.add_stencil(dofs);
  }
  pattern.finish();
  return pattern;
}

/// A rod: 11 unknowns coupled, 4 by 4, after a clamp has removed the first ones.
inline SymmetricPattern rod_pattern(int n, int removed) {
  SymmetricPattern pattern(n);
  for (int first = -removed; first < n; first += 4) {
    std::vector<int> dofs;
    for (int i = first; i < first + 11; ++i) dofs.push_back(i < n ? i : -1);
    pattern.add_stencil(dofs);
  }
  pattern.finish();
  return pattern;
}

/// A grid of m x m unknowns, each coupled to its eight neighbours: what a plate looks like.
inline SymmetricPattern grid_pattern(int m) {
  SymmetricPattern pattern(m * m);
  for (int i = 0; i + 1 < m; ++i) {
    for (int j = 0; j + 1 < m; ++j) {
      const int corners[] = {i * m + j, i * m + j + 1, (i + 1) * m + j, (i + 1) * m + j + 1};
      pattern.add_stencil(corners);
    }
  }
  pattern.finish();
  return pattern;
}

/// The entries of `from` that are in the pattern.
inline SymmetricMatrix matrix(const SymmetricPattern& pattern, const Eigen::MatrixXd& from, Storage storage) {
  SymmetricMatrix a(pattern, storage);
  for (int j = 0; j < pattern.size(); ++j) {
    for (int k = pattern.column_starts()[static_cast<std::size_t>(j)];
         k < pattern.column_starts()[static_cast<std::size_t>(j) + 1]; ++k) {
      const int i = pattern.rows()[static_cast<std::size_t>(k)];
      a.values()[a.position(i, j)] = from(i, j);
    }
  }
  return a;
}

/// L D L^T in a band, with L unit lower and |L_ij| < 0.5 / width, D = +-1 .. 2: `negative` of them below zero.
inline Eigen::MatrixXd with_inertia(int n, int width, int negative, Random& random) {
  Eigen::MatrixXd l = Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd d(n);
  for (int i = 0; i < n; ++i) {
    for (int j = std::max(0, i - width); j < i; ++j) l(i, j) = 0.5 / width * random();
    d[i] = 1.5 + 0.5 * random();
  }
  for (int k = 0; k < negative; ++k) d[(k * 7 + 3) % n] *= -1;  // n is not a multiple of 7
  return l * d.asDiagonal() * l.transpose();
}

/// The Hessian of a chain of nodes in space, clamped at its first two: stretch along a wandering direction is `ratio`
/// times stiffer than bending, and a foundation -`softening` may make it unstable. 3 unknowns a node, half-bandwidth 8.
inline Eigen::MatrixXd stiff_chain(int n_nodes, double ratio, double softening) {
  const int n = 3 * n_nodes;
  Eigen::MatrixXd a = -softening * Eigen::MatrixXd::Identity(n, n);
  for (int i = -1; i + 1 < n_nodes; ++i) {
    const Eigen::Vector3d t = Eigen::Vector3d(1, std::sin(0.3 * i), std::cos(0.1 * i * i)).normalized();
    const Eigen::Matrix3d stretch = ratio * t * t.transpose();
    const double second[] = {1, -2, 1};
    for (int p = 0; p < 2; ++p) {
      for (int q = 0; q < 2; ++q) {
        if (i + p >= 0 && i + q >= 0) a.block<3, 3>(3 * (i + p), 3 * (i + q)) += (p == q ? 1 : -1) * stretch;
      }
    }
    for (int p = 0; p < 3; ++p) {
      for (int q = 0; q < 3; ++q) {
        const int r = i - 1 + p, c = i - 1 + q;
        if (r >= 0 && c >= 0) a.block<3, 3>(3 * r, 3 * c).diagonal().array() += second[p] * second[q];
      }
    }
  }
  return a;
}

}  // namespace plumb::samples
