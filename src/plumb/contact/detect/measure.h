#pragma once

#include <array>

#include <Eigen/Core>

namespace plumb {

/// A point, an edge or a triangle in space.
struct Feature {
  int n = 0;  ///< corners: 1, 2 or 3
  std::array<Eigen::Vector3d, 3> x;
  std::array<double, 3> radius{};

  Eigen::Vector3d at(const std::array<double, 3>& weights) const;
  double radius_at(const std::array<double, 3>& weights) const;
};

/// How two features lie to each other.
struct Measured {
  std::array<double, 3> a{}, b{};   ///< weights of the nearest points; exactly zero where a corner plays no part
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, from b to a
  Eigen::Vector3d on_a{0, 0, 0}, on_b{0, 0, 0};  ///< m, the nearest points
  double distance = 0;                           ///< m, along the normal
  double gap = 0;                                ///< m, less the two radii
};

/// Measures a point and a triangle, a triangle and a point, or two edges. Without `side` the normal points to where a
/// is, and the distance is not negative. With it, the normal keeps to the half-space of that vector: if a has passed
/// through b since, the distance is negative.
///
/// Inside a triangle, and where two edges pass each other, the normal is that of the triangle or the common one of the
/// edges, also at distance zero. Elsewhere it is the direction between the nearest points, or `side` where these
/// coincide.
Measured measure(const Feature& a, const Feature& b, const Eigen::Vector3d* side = nullptr);

}  // namespace plumb
