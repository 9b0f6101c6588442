#pragma once

#include <array>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/strain/rotation.h>

namespace plumb {

/// A linear tetrahedron at rest.
struct RestTetrahedron {
  std::array<Eigen::Vector3d, 4> slopes;  ///< of the corners' shape functions, 1/m
  double volume = 0;                      ///< m^3
};

/// Throws UserError for a tetrahedron without volume, or inside out.
inline RestTetrahedron rest_tetrahedron(const std::array<Eigen::Vector3d, 4>& x) {
  const Eigen::Vector3d a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const double six_volumes = a.dot(b.cross(c));
  if (!(six_volumes > 0)) throw UserError("a tetrahedron of the rest shape has no volume or is inside out");
  RestTetrahedron rest;
  rest.slopes[1] = b.cross(c) / six_volumes;
  rest.slopes[2] = c.cross(a) / six_volumes;
  rest.slopes[3] = a.cross(b) / six_volumes;
  rest.slopes[0] = -rest.slopes[1] - rest.slopes[2] - rest.slopes[3];
  rest.volume = six_volumes / 6;
  return rest;
}

/// The columns of the deformation gradient F = dx/dX, constant on the tetrahedron: a measure of the deformation whose
/// singular values are the principal stretches. q: the corners' coordinates.
template <class S>
std::array<Vector3<S>, 3> deformation_gradient(const std::array<S, 12>& q, const RestTetrahedron& rest) {
  std::array<Vector3<S>, 3> f;
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      S sum = q[row] * rest.slopes[0][static_cast<int>(column)];
      for (std::size_t corner = 1; corner < 4; ++corner) {
        sum = sum + q[3 * corner + row] * rest.slopes[corner][static_cast<int>(column)];
      }
      f[column][static_cast<int>(row)] = sum;
    }
  }
  return f;
}

/// Symmetric functions of the singular values s of F, by polynomials in its entries.
template <class S>
struct StretchInvariants {
  S squares;        ///< s0^2 + s1^2 + s2^2
  S fourth_powers;  ///< s0^4 + s1^4 + s2^4
  S product;        ///< s0 s1 s2 = det F

  explicit StretchInvariants(const std::array<Vector3<S>, 3>& f) {
    const S c00 = f[0].dot(f[0]), c11 = f[1].dot(f[1]), c22 = f[2].dot(f[2]);
    const S c01 = f[0].dot(f[1]), c02 = f[0].dot(f[2]), c12 = f[1].dot(f[2]);
    squares = c00 + c11 + c22;
    fourth_powers = c00 * c00 + c11 * c11 + c22 * c22 + 2.0 * (c01 * c01 + c02 * c02 + c12 * c12);
    product = f[0].dot(f[1].cross(f[2]));
  }

  /// Returns s0 + s1 + s2, a root of ((x^2 - A)/2)^2 - B - 2 J x with the sums of squares A, and of products of two
  /// squares B. `value` is its plain value: each of Newton's steps doubles the order of the derivatives that are right.
  S sum(double value) const {
    const S pairs = 0.5 * (squares * squares - fourth_powers);
    S x(value);
    for (int i = 0; i < 3; ++i) {
      const S half = 0.5 * (x * x - squares);
      x = x - (half * half - pairs - 2.0 * product * x) / (2.0 * half * x - 2.0 * product);
    }
    return x;
  }
};

}  // namespace plumb
