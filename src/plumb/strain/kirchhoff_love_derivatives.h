#pragma once

#include <array>
#include <cmath>

#include <Eigen/Core>

#include <plumb/strain/kirchhoff_love.h>

namespace plumb {

/// First and second derivatives of the bending strains of a surface by its jet, in closed form. With n = x,1 x x,2,
/// J = |n|, a_3 = n/J and P = 1 - a_3 a_3^T,
///   da_3 = P dn / J,  dn = dx,1 x x,2 + x,1 x dx,2,
///   m . d^2a_3 = dn.F dn + g . d^2n,  g = P m / J,  F = -(P m a_3^T + a_3 (P m)^T + (m . a_3) P) / J^2.
class BendDerivatives {
 public:
  using Vector = Eigen::Matrix<double, 15, 1>;     ///< by the jet, three numbers for each entry
  using Gradients = Eigen::Matrix<double, 3, 15>;  ///< of the strains 11, 22 and twice 12
  using Matrix = Eigen::Matrix<double, 15, 15>;

  /// The surface must have a normal there.
  explicit BendDerivatives(const SurfaceJet<double>& x) : x_(x) {
    const Eigen::Vector3d n = x[kJet1].cross(x[kJet2]);
    area_ = n.norm();
    normal_ = n / area_;
  }

  Gradients gradients() const {
    Gradients d = Gradients::Zero();
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d g = tilt(kTimes[i] * x_[kEntry[i]]);
      d.block<1, 3>(i, 3 * kJet1) = x_[kJet2].cross(g);
      d.block<1, 3>(i, 3 * kJet2) = g.cross(x_[kJet1]);
      d.block<1, 3>(i, 3 * static_cast<int>(kEntry[i])) = kTimes[i] * normal_;
    }
    return d;
  }

  /// out += sum_i moment_i times the second derivative of strain i.
  void add_second(const Eigen::Vector3d& moment, Matrix& out) const {
    Eigen::Vector3d m = Eigen::Vector3d::Zero();
    for (int i = 0; i < 3; ++i) m += moment[i] * kTimes[i] * x_[kEntry[i]];
    const Eigen::Matrix3d flat = Eigen::Matrix3d::Identity() - normal_ * normal_.transpose();
    const Eigen::Vector3d g = tilt(m), pm = area_ * g;
    const Eigen::Matrix3d f =
        -(pm * normal_.transpose() + normal_ * pm.transpose() + m.dot(normal_) * flat) / (area_ * area_);
    // dn by x,1 and x,2.
    const std::array<Eigen::Matrix3d, 2> n{-cross(x_[kJet2]), cross(x_[kJet1])};
    for (int a = 0; a < 2; ++a) {
      const Eigen::Matrix3d fn = f * n[static_cast<std::size_t>(a)];
      for (int b = 0; b < 2; ++b) out.block<3, 3>(3 * b, 3 * a) += n[static_cast<std::size_t>(b)].transpose() * fn;
      // A second derivative of the surface against the turning normal.
      const Eigen::Matrix3d turn = flat * n[static_cast<std::size_t>(a)] / area_;
      for (int i = 0; i < 3; ++i) {
        const Eigen::Matrix3d part = moment[i] * kTimes[i] * turn;
        const int row = 3 * static_cast<int>(kEntry[i]);
        out.block<3, 3>(row, 3 * a) += part;
        out.block<3, 3>(3 * a, row) += part.transpose();
      }
    }
    out.block<3, 3>(0, 3) -= cross(g);
    out.block<3, 3>(3, 0) += cross(g);
  }

 private:
  static constexpr JetEntry kEntry[3] = {kJet11, kJet22, kJet12};
  static constexpr double kTimes[3] = {1, 1, 2};

  Eigen::Vector3d tilt(const Eigen::Vector3d& m) const { return (m - m.dot(normal_) * normal_) / area_; }
  /// cross(a) b = a x b.
  static Eigen::Matrix3d cross(const Eigen::Vector3d& a) {
    Eigen::Matrix3d c;
    c << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
    return c;
  }

  SurfaceJet<double> x_;
  double area_;
  Eigen::Vector3d normal_;
};

}  // namespace plumb
