#pragma once

// Pieces of a rod of curvatures, from its unknowns; and its points.

#include <plumb/energy/rod/curved_rod.h>
#include <plumb/strain/curved_link.h>

namespace plumb {

/// Returns (twist, -kappa_2, kappa_1) from (kappa_1, kappa_2, twist).
template <class S>
Vector3<S> darboux(const S* q) {
  return {q[2], -q[1], q[0]};
}

/// Returns the piece of rod of one element, from its 3 or 6 unknowns.
template <CurvatureShape Shape, class S>
CurvedLink<S> element_link(const S* q, double length) {
  if constexpr (Shape == CurvatureShape::constant) return helix<S>(darboux(q), length);
  if constexpr (Shape == CurvatureShape::linear) return clothoid<S>(darboux(q), darboux(q + 3), length);
}

/// Returns the first part of that piece, 0 < fraction < 1.
template <CurvatureShape Shape, class S>
CurvedLink<S> part_link(const S* q, double length, double fraction) {
  if constexpr (Shape == CurvatureShape::constant) return helix<S>(darboux(q), fraction * length);
  if constexpr (Shape == CurvatureShape::linear) {
    const Vector3<S> from = darboux(q);
    return clothoid<S>(from, Vector3<S>(from + (darboux(q + 3) - from) * S(fraction)), fraction * length);
  }
}

/// Returns the rotation vector of a small turn whose derivative m = dR R^T is.
template <class S>
Vector3<S> axial(const Eigen::Matrix<S, 3, 3>& m) {
  return Vector3<S>(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)) * S(0.5);
}

}  // namespace plumb
