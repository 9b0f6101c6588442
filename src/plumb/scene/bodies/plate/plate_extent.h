#pragma once

#include <vector>

#include <Eigen/Core>

#include <plumb/scene/read/read_pose.h>

namespace plumb {

/// The box around points.
struct PlateExtent {
  Eigen::Vector3d low, high;  ///< m

  Eigen::Vector3d sides() const { return high - low; }
  Eigen::Vector3d middle() const { return low + 0.5 * (high - low); }
  double size() const { return sides().maxCoeff(); }
};

inline PlateExtent extent_of(const std::vector<Eigen::Vector3d>& points) {
  PlateExtent extent{points.front(), points.front()};
  for (const Eigen::Vector3d& p : points) {
    extent.low = extent.low.cwiseMin(p);
    extent.high = extent.high.cwiseMax(p);
  }
  return extent;
}

inline BodySize size_of_plate(const std::vector<Eigen::Vector3d>& points) {
  return {extent_of(points).size(), "the size of the plate"};
}

}  // namespace plumb
