#pragma once

#include <cmath>

#include <Eigen/Core>

#include <plumb/core/status.h>
#include <plumb/strain/koiter_triangle.h>

namespace plumb {

/// The material of a thin sheet.
struct SheetMaterial {
  double thickness = 1e-3;  ///< m
  double young = 1e6;       ///< Y, Pa
  double poisson = 0.3;     ///< nu, in (-1, 1); up to 1/2 for solids

  /// Y t^3 / (12 (1 - nu^2)), N m: bending to curvature kappa costs D kappa^2 / 2 per area.
  double bending_stiffness() const {
    return young * thickness * thickness * thickness / (12 * (1 - poisson * poisson));
  }
};

/// Area of a triangle with first form a.
inline double area(const TriangleForm<double>& a) { return 0.5 * std::sqrt(a.e11 * a.e22 - a.e12 * a.e12); }

/// The plane-stress norm of a change m of a form (m11, m12, m22), |abar^-1 m|^2 = alpha/2 tr^2 + beta tr(.^2) with
/// alpha = Y nu/(1 - nu^2), beta = Y/(2 (1 + nu)), as the matrix H of 1/2 m^T H m = |abar^-1 m|^2; Pa/m^4.
inline Eigen::Matrix3d plane_stress(const SheetMaterial& material, const TriangleForm<double>& rest) {
  const double nu = material.poisson, det = rest.e11 * rest.e22 - rest.e12 * rest.e12;
  ENSURE(nu > -1 && nu < 1 && det > 0);
  const double alpha = material.young * nu / (1 - nu * nu), beta = material.young / (2 * (1 + nu));
  // tr(M) = w.m, and tr(M^2) = tr(M)^2 - 2 det(M).
  const Eigen::Vector3d w = Eigen::Vector3d(rest.e22, -2 * rest.e12, rest.e11) / det;
  Eigen::Matrix3d determinant;
  determinant << 0, 0, 1, 0, -2, 0, 1, 0, 0;
  return (alpha + 2 * beta) * w * w.transpose() - (2 * beta / det) * determinant;
}

}  // namespace plumb
