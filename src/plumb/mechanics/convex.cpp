#include <plumb/mechanics/convex.h>

#include <limits>

#include <Eigen/Eigenvalues>

namespace plumb {
namespace {

bool is_zero(int slot, ElementBuffer& buffer) {
  for (int k = 0; k < buffer.packed(); ++k) {
    if (buffer.hessian(slot, k) != 0) return false;
  }
  return true;
}

}  // namespace

void make_convex(int slot, std::span<const double> scale, ElementBuffer& buffer) {
  const int n = buffer.stencil();
  // Loads that do not act are zero, and an eigen-decomposition costs more than all else of an element.
  if (is_zero(slot, buffer)) return;
  const Eigen::Map<const Eigen::VectorXd> s(scale.data(), n);
  Eigen::MatrixXd h(n, n);  // the lower triangle is enough
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) h(i, j) = buffer.hessian(slot, ElementBuffer::packed_index(i, j)) * s[i] * s[j];
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(h);
  const Eigen::VectorXd& values = modes.eigenvalues();
  // Rigid motions have eigenvalues that are zero but for rounding.
  const double rounding = n * std::numeric_limits<double>::epsilon() * values.cwiseAbs().maxCoeff();
  if (!(values[0] < -rounding)) return;
  int n_negative = 0;
  while (n_negative < n && values[n_negative] < 0) ++n_negative;
  // The smaller part of the spectrum makes the smaller product.
  const Eigen::MatrixXd& vectors = modes.eigenvectors();
  const bool subtract = 2 * n_negative <= n;
  const auto part = subtract ? vectors.leftCols(n_negative) : vectors.rightCols(n - n_negative);
  const auto of_part = subtract ? values.head(n_negative) : values.tail(n - n_negative);
  const Eigen::MatrixXd sum = part * of_part.asDiagonal() * part.transpose();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double kept = subtract ? h(i, j) - sum(i, j) : sum(i, j);
      buffer.hessian(slot, ElementBuffer::packed_index(i, j)) = kept / (s[i] * s[j]);
    }
  }
}

}  // namespace plumb
