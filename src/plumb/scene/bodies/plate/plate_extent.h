#pragma once

#include <vector>

#include <plumb/scene/read/body_extent.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {

inline BodySize size_of_plate(const std::vector<Eigen::Vector3d>& points) {
  return {extent_of(points).size(), "the size of the plate"};
}

}  // namespace plumb
