#pragma once

#include <vector>

#include <Eigen/Core>

namespace plumb {

/// The box around the points of a body.
struct BodyExtent {
  Eigen::Vector3d low, high;  ///< m

  Eigen::Vector3d sides() const { return high - low; }
  Eigen::Vector3d middle() const { return low + 0.5 * (high - low); }
  double size() const { return sides().maxCoeff(); }
};

inline BodyExtent extent_of(const std::vector<Eigen::Vector3d>& points) {
  BodyExtent extent{points.front(), points.front()};
  for (const Eigen::Vector3d& p : points) {
    extent.low = extent.low.cwiseMin(p);
    extent.high = extent.high.cwiseMax(p);
  }
  return extent;
}

}  // namespace plumb
