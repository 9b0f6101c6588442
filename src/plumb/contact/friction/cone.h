#pragma once

#include <algorithm>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <plumb/contact/friction/problem.h>

// Coulomb's cone K_mu = {|r_T| <= mu r_n}, its projection, and the natural map of the law (De Saxce and Feng 1998).
// A vector of a contact is (n, T1, T2).

namespace plumb {

/// Returns the point of K_mu that is nearest to x.
inline Eigen::Vector3d project_on_cone(double mu, const Eigen::Vector3d& x) {
  const double t = std::hypot(x(1), x(2));
  if (t <= mu * x(0)) return x;
  if (mu * t <= -x(0)) return Eigen::Vector3d::Zero();
  const double n = (x(0) + mu * t) / (1 + mu * mu);
  return {n, mu * n * x(1) / t, mu * n * x(2) / t};
}

/// Returns dP/dx of `project_on_cone`; on the rim and on the polar cone's rim, where P has a kink, that of the side of
/// the flat pieces (the identity, zero).
inline Eigen::Matrix3d cone_projection_derivative(double mu, const Eigen::Vector3d& x) {
  const double t = std::hypot(x(1), x(2));
  if (t <= mu * x(0)) return Eigen::Matrix3d::Identity();
  if (mu * t <= -x(0)) return Eigen::Matrix3d::Zero();
  // P = a (1, mu e) with a = (x_n + mu t) / (1 + mu^2), e = x_T / t; de/dx_T = (I - e e^T) / t.
  const Eigen::Vector2d e = x.tail<2>() / t;
  const Eigen::Vector3d ray(1, mu * e(0), mu * e(1));
  Eigen::Matrix3d d = ray * ray.transpose() / (1 + mu * mu);
  const double n = (x(0) + mu * t) / (1 + mu * mu);
  d.bottomRightCorner<2, 2>() += mu * n / t * (Eigen::Matrix2d::Identity() - e * e.transpose());
  return d;
}

/// Returns u + mu |u_T| n, the motion shifted so that Coulomb's law becomes complementarity of a cone and its dual.
inline Eigen::Vector3d de_saxce(double mu, const Eigen::Vector3d& u) {
  return {u(0) + mu * std::hypot(u(1), u(2)), u(1), u(2)};
}

/// Returns r - P(r - s/w), zero exactly where the contact obeys the law. `w`: the size of W_ii, > 0.
inline Eigen::Vector3d natural_map(const Cone& cone, double w, const Eigen::Vector3d& r, const Eigen::Vector3d& u) {
  if (cone.joint) return u / w;
  return r - project_on_cone(cone.mu, r - de_saxce(cone.mu, u) / w);
}

}  // namespace plumb
