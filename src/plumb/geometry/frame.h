#pragma once

#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace plumb {

template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;

/// Parallel transport of `a` from the unit vector `from` to the unit vector `to`: the smallest rotation that maps one
/// to the other, Bergou et al. 2008. For a perpendicular to `from`:
///   P a = a - (a.to)(from + to)/(1 + from.to).
/// Undefined where the two are opposite.
template <class S, class A, class F, class T>
Vector3<S> parallel_transport(const A& a, const F& from, const T& to) {
  const Vector3<S> af = a.template cast<S>();
  const Vector3<S> f = from.template cast<S>();
  const Vector3<S> t = to.template cast<S>();
  const S along = af.dot(t) / (S(1.0) + f.dot(t));
  return af - (f + t) * along;
}

/// Angle of the rotation about the unit axis that takes `from` to `to` (both perpendicular to it), in (-pi, pi].
template <class S>
S signed_angle(const Vector3<S>& from, const Vector3<S>& to, const Vector3<S>& axis) {
  using std::atan2;
  return atan2(from.cross(to).dot(axis), from.dot(to));
}

/// Rotates `a` (perpendicular to the unit axis) about the axis.
template <class S>
Vector3<S> rotate_perpendicular(const Vector3<S>& a, const Vector3<S>& axis, const S& angle) {
  using std::cos;
  using std::sin;
  return a * cos(angle) + axis.cross(a) * sin(angle);
}

/// Some unit vector perpendicular to a unit vector, chosen continuously away from the x axis.
inline Eigen::Vector3d any_perpendicular(const Eigen::Vector3d& axis) {
  const Eigen::Vector3d other = std::abs(axis.z()) < 0.9 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
  return (other - other.dot(axis) * axis).normalized();
}

/// Where a clamped cross-section is and how it is turned: the tangent of the rod there and its first material director.
struct Pose {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();   ///< m
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();   ///< unit
  Eigen::Vector3d director = Eigen::Vector3d::UnitY();  ///< unit, perpendicular to the tangent

  /// The frame as a rotation: columns tangent, director, tangent x director.
  Eigen::Matrix3d frame() const {
    Eigen::Matrix3d r;
    r << tangent, director, tangent.cross(director);
    return r;
  }
};

/// How fast a pose moves, in space.
struct PoseRate {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s
  Eigen::Vector3d spin = Eigen::Vector3d::Zero();      ///< rad/s
};

/// From one pose to another: straight in position, the shortest way in rotation. fraction 0 gives `from`, 1 gives `to`.
inline Pose interpolate(const Pose& from, const Pose& to, double fraction) {
  if (fraction == 1) return to;
  const Eigen::Quaterniond a(from.frame()), b(to.frame());
  const Eigen::Matrix3d r = a.slerp(fraction, b).toRotationMatrix();
  return {from.position + fraction * (to.position - from.position), r.col(0), r.col(1)};
}

}  // namespace plumb
