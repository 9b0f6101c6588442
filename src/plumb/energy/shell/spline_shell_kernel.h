#pragma once

#include <Eigen/Core>

#include <plumb/strain/kirchhoff_love_derivatives.h>

namespace plumb {

/// 1/2 e.C e at one point, e a strain less its rest value, with its derivatives by the jet. `Rows` entries of the jet
/// matter: two for stretch, five for bend.
template <int Rows>
struct ShellPoint {
  double value = 0;
  Eigen::Matrix<double, Rows, 3> gradient;
  Eigen::Matrix<double, 3 * Rows, 3 * Rows> hessian;
};

/// `excess`: what the curvature of the last step added to the strain; see Energy::evaluate_after.
inline void shell_stretch_point(const Eigen::Matrix<double, 2, 3>& x, const Eigen::Matrix3d& stiffness,
                                const Eigen::Vector3d& rest, const Eigen::Vector3d& excess, bool hessian,
                                ShellPoint<2>& out) {
  const Eigen::Vector3d x1 = x.row(0), x2 = x.row(1);
  const Eigen::Vector3d strain = shell_stretch<double>(x1, x2) - rest, stress = stiffness * strain;
  out.value = 0.5 * strain.dot(stress);
  out.gradient.row(0) = stress[0] * x1 + stress[2] * x2;
  out.gradient.row(1) = stress[1] * x2 + stress[2] * x1;
  if (!hessian) return;
  Eigen::Matrix<double, 3, 6> d = Eigen::Matrix<double, 3, 6>::Zero();
  d.block<1, 3>(0, 0) = x1;
  d.block<1, 3>(1, 3) = x2;
  d.block<1, 3>(2, 0) = x2;
  d.block<1, 3>(2, 3) = x1;
  out.hessian.noalias() = d.transpose() * (stiffness * d);
  const Eigen::Vector3d foreseen = stress - stiffness * excess;
  for (int k = 0; k < 3; ++k) {
    out.hessian(k, k) += foreseen[0];
    out.hessian(3 + k, 3 + k) += foreseen[1];
    out.hessian(k, 3 + k) += foreseen[2];
    out.hessian(3 + k, k) += foreseen[2];
  }
}

/// False where the surface has no normal.
inline bool shell_bend_point(const Eigen::Matrix<double, 5, 3>& x, const Eigen::Matrix3d& stiffness,
                             const Eigen::Vector3d& rest, bool hessian, ShellPoint<5>& out) {
  SurfaceJet<double> jet;
  for (int i = 0; i < 5; ++i) jet[static_cast<std::size_t>(i)] = x.row(i);
  ShellStrain<double> shape;
  if (!shell_strain<double>(jet, shape)) return false;
  const Eigen::Vector3d strain = shape.bend - rest, moment = stiffness * strain;
  out.value = 0.5 * strain.dot(moment);
  const BendDerivatives derivatives(jet);
  const BendDerivatives::Gradients d = derivatives.gradients();
  const BendDerivatives::Vector gradient = d.transpose() * moment;
  for (int i = 0; i < 5; ++i) out.gradient.row(i) = gradient.segment<3>(3 * i);
  if (!hessian) return true;
  out.hessian.noalias() = d.transpose() * (stiffness * d);
  derivatives.add_second(moment, out.hessian);
  return true;
}

/// A row for each entry of a jet, or for each point and entry; a column for each control point.
using ShellBasis = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;

/// Sums what the points of an element give into its control points: B^T g and B^T h B. Of the Hessian the six pairs of
/// coordinates (c, d), c >= d, are kept side by side, each a square matrix over the control points; all points and
/// pairs go through one product of matrices.
class ControlPointSums {
 public:
  explicit ControlPointSums(bool hessian) : wants_hessian_(hessian) {}

  void start_element(int n_control) {
    value_ = 0;
    gradient_.setZero(n_control, 3);
    if (wants_hessian_) hessian_.setZero(n_control, 6 * n_control);
  }

  /// Points of one kind follow: `put` each, then `sum`.
  void start_points(const ShellBasis& basis) {
    by_jet_.resize(basis.rows(), 3);
    if (wants_hessian_) half_.resize(basis.rows(), 6 * basis.cols());
  }

  template <int Rows>
  void put(int point, const ShellBasis& basis, const ShellPoint<Rows>& p) {
    value_ += p.value;
    by_jet_.middleRows<Rows>(Rows * point) = p.gradient;
    if (!wants_hessian_) return;
    const Eigen::Index n = basis.cols();
    const double* here = basis.data() + Rows * point * n;
    for (int i = 0; i < Rows; ++i) {
      double* out = half_.data() + (Rows * point + i) * 6 * n;
      for (int c = 0; c < 3; ++c) {
        for (int d = 0; d <= c; ++d, out += n) {
          for (Eigen::Index b = 0; b < n; ++b) {
            double sum = 0;
            for (int j = 0; j < Rows; ++j) sum += p.hessian(3 * j + d, 3 * i + c) * here[j * n + b];
            out[b] = sum;
          }
        }
      }
    }
  }

  void sum(const ShellBasis& basis) {
    gradient_.noalias() += basis.transpose() * by_jet_;
    if (wants_hessian_) hessian_.noalias() += basis.transpose() * half_;
  }

  double value() const { return value_; }
  /// Three numbers for each control point.
  double gradient(int i) const { return gradient_(i / 3, i % 3); }

  /// put(k, h) for the packed lower triangle, row by row.
  template <class Put>
  void for_each_hessian(const Put& put) const {
    const auto n = hessian_.rows();
    int k = 0;
    for (Eigen::Index a = 0; a < n; ++a) {
      for (int c = 0; c < 3; ++c) {
        for (Eigen::Index b = 0; b <= a; ++b) {
          for (int d = 0; d < (b == a ? c + 1 : 3); ++d) {
            put(k++, c >= d ? hessian_(a, pair(c, d) * n + b) : hessian_(b, pair(d, c) * n + a));
          }
        }
      }
    }
  }

 private:
  static int pair(int c, int d) { return c * (c + 1) / 2 + d; }

  bool wants_hessian_;
  double value_ = 0;
  Eigen::Matrix<double, -1, 3> gradient_, by_jet_;
  ShellBasis half_, hessian_;
};

}  // namespace plumb
