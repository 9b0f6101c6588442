#pragma once

// Pieces of a rod of curvatures, from its unknowns.

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/strain/curved_link.h>

namespace plumb {

/// The sizes of an element: how many unknowns it starts after the one before, how many it depends on, and how many
/// Bezier points its Darboux vector has.
template <CurvatureShape Shape>
struct CurvedElement;
template <>
struct CurvedElement<CurvatureShape::constant> {
  static constexpr int kStride = 3, kUnknowns = 3, kPoints = 1;
};
template <>
struct CurvedElement<CurvatureShape::linear> {
  static constexpr int kStride = 3, kUnknowns = 6, kPoints = 2;
};
template <>
struct CurvedElement<CurvatureShape::ribbon> {
  static constexpr int kStride = 2, kUnknowns = 4, kPoints = 3;
};

/// Returns (twist, -kappa_2, kappa_1) from (kappa_1, kappa_2, twist).
template <class S>
Vector3<S> darboux(const S* q) {
  return {q[2], -q[1], q[0]};
}

/// Returns the Darboux vector along an element, from the element's unknowns.
template <CurvatureShape Shape, class S>
DarbouxCurve<S, CurvedElement<Shape>::kPoints> darboux_curve(const S* q) {
  if constexpr (Shape == CurvatureShape::constant) return {darboux(q)};
  if constexpr (Shape == CurvatureShape::linear) return {darboux(q), darboux(q + 3)};
  if constexpr (Shape == CurvatureShape::ribbon) {
    // The product of two linear functions, (a, b) and (c, d) at the ends, has the Bezier points ac, (ad + bc)/2, bd.
    const S zero(0.0), twist = (q[0] * q[3] + q[2] * q[1]) * 0.5, kappa = (q[0] + q[2]) * 0.5;
    return {Vector3<S>(q[0] * q[1], -q[0], zero), Vector3<S>(twist, -kappa, zero),
            Vector3<S>(q[2] * q[3], -q[2], zero)};
  }
}

/// Returns the piece of rod of one element, from its unknowns.
template <CurvatureShape Shape, class S>
CurvedLink<S> element_link(const S* q, double length) {
  return swept(darboux_curve<Shape, S>(q), length);
}

/// Returns the part of that piece between two fractions of its length.
template <CurvatureShape Shape, class S>
CurvedLink<S> part_link(const S* q, double length, double from, double to) {
  return swept(part_of(darboux_curve<Shape, S>(q), from, to), (to - from) * length);
}

/// Calls `visit` with the shape as a compile-time constant.
template <class Visit>
decltype(auto) with_shape(CurvatureShape shape, const Visit& visit) {
  switch (shape) {
    case CurvatureShape::constant:
      return visit(std::integral_constant<CurvatureShape, CurvatureShape::constant>());
    case CurvatureShape::linear:
      return visit(std::integral_constant<CurvatureShape, CurvatureShape::linear>());
    case CurvatureShape::ribbon:
      break;
  }
  return visit(std::integral_constant<CurvatureShape, CurvatureShape::ribbon>());
}

/// Returns the rotation vector of a small turn whose derivative m = dR R^T is.
template <class S>
Vector3<S> axial(const Eigen::Matrix<S, 3, 3>& m) {
  return Vector3<S>(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)) * S(0.5);
}

}  // namespace plumb
