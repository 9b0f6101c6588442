#pragma once

// Nearest points of points, segments and triangles, as weights on their corners. A weight is exactly zero where the
// nearest point is on the rim: the corners with a weight that is not zero are the part on which it lies. Parts of no
// length or area are allowed.

#include <array>

#include <Eigen/Core>

namespace plumb {

/// Returns the weights of the two ends at the point of the segment ab that is nearest to x.
std::array<double, 2> nearest_on_segment(const Eigen::Vector3d& x, const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// Returns the weights of the three corners at the point of the triangle abc that is nearest to x.
std::array<double, 3> nearest_on_triangle(const Eigen::Vector3d& x, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                          const Eigen::Vector3d& c);

/// The weights of the ends of two segments at their nearest points.
struct NearestOnSegments {
  std::array<double, 2> a{}, b{};
};

/// Of parallel segments side by side, all points of a stretch are nearest: the middle of the stretch is returned.
NearestOnSegments nearest_on_segments(const Eigen::Vector3d& a0, const Eigen::Vector3d& a1, const Eigen::Vector3d& b0,
                                      const Eigen::Vector3d& b1);

}  // namespace plumb
