#pragma once

#include <array>
#include <cmath>

#include <plumb/geometry/frame.h>
#include <plumb/linalg/dual.h>
#include <plumb/linalg/packet.h>

namespace plumb {

/// A symmetric form on a triangle, in the basis of its sides e1 = x1 - x0 and e2 = x2 - x0. As first form in m^2, as
/// second form in m (normal curvature times length squared).
template <class S>
struct TriangleForm {
  S e11, e12, e22;
};

/// The first form a, constant on the triangle: products of its sides.
template <class S>
TriangleForm<S> first_form(const Vector3<S>& x0, const Vector3<S>& x1, const Vector3<S>& x2) {
  const Vector3<S> e1 = x1 - x0, e2 = x2 - x0;
  return {e1.dot(e1), e1.dot(e2), e2.dot(e2)};
}

/// The second form from the bends of the three edges, b = [[II_0 + II_1, II_0], [II_0, II_0 + II_2]] (Weischedel 2012;
/// Chen et al. 2018): edge i is opposite to corner i. A sphere of radius R with its normals outward has b = a / R.
template <class S>
TriangleForm<S> second_form(const std::array<S, 3>& bends) {
  return {bends[0] + bends[1], bends[0], bends[0] + bends[2]};
}
/// And back.
template <class S>
std::array<S, 3> edge_bends(const TriangleForm<S>& b) {
  return {b.e12, b.e11 - b.e12, b.e22 - b.e12};
}

/// How the mid-edge normal, turned by gamma from the triangle's own, makes the edge's bend: II = 2 h f(gamma), where h
/// is the height of the triangle over the edge. `sin` is what a unit normal gives, `tan` one as long as to have height
/// one over the triangle, `angle` (the `theta` of papers) the angle itself.
enum class EdgeBend { sin, tan, angle };

/// Sine of the smallest angle at an edge that a triangle may have, and how near to a half turn a hinge may come (1 +
/// cos of its angle).
inline constexpr double kThinnest = 1e-12, kFolded = 1e-12;
/// With `tan` a normal may turn just less than a quarter turn.
constexpr double furthest_turn(EdgeBend kind) { return kind == EdgeBend::tan ? 1.57 : HUGE_VAL; }

/// Height of c over the edge p q, m; false for a triangle without area.
template <class S>
bool height_over_edge(const Vector3<S>& c, const Vector3<S>& p, const Vector3<S>& q, S& height) {
  using std::sqrt;
  const Vector3<S> e = q - p, side = c - p, area = e.cross(side);
  const S ee = e.dot(e), area_2 = area.dot(area);
  if (!(area_2 > kThinnest * kThinnest * ee * side.dot(side))) return false;
  height = sqrt(area_2 / ee);
  return true;
}

/// The angle about the edge p q from the normal of (p, q, c) to that of its neighbour (q, p, d); positive where the
/// normals spread. False for a triangle without area and for a hinge folded by a half turn, where the angle jumps: it
/// does not count turns.
template <class S>
bool hinge_angle(const Vector3<S>& c, const Vector3<S>& p, const Vector3<S>& q, const Vector3<S>& d, S& angle) {
  using std::atan2, std::sqrt;
  S height, other_height;
  if (!height_over_edge(c, p, q, height) || !height_over_edge(d, p, q, other_height)) return false;
  const Vector3<S> e = q - p, own = e.cross(c - p), other = (d - p).cross(e);
  const S ee = e.dot(e), x = own.dot(other) / ee;
  if (!(x > (kFolded - 1.0) * height * other_height)) return false;
  angle = atan2(e.dot(own.cross(other)) / (ee * sqrt(ee)), x);
  return true;
}

/// II of an edge; false where `tan` has turned by a quarter turn.
template <class S>
bool edge_bend(EdgeBend kind, const S& height, const S& gamma, S& bend) {
  using std::sin, std::tan;
  if (!(gamma < furthest_turn(kind) && gamma > -furthest_turn(kind))) return false;
  switch (kind) {
    case EdgeBend::sin:
      bend = 2.0 * height * sin(gamma);
      return true;
    case EdgeBend::tan:
      bend = 2.0 * height * tan(gamma);
      return true;
    case EdgeBend::angle:
      bend = 2.0 * height * gamma;
      return true;
  }
  return false;
}

}  // namespace plumb
