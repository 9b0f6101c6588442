#pragma once

#include <span>
#include <vector>

#include <plumb/contact/detect/find_contacts.h>

namespace plumb {

/// Returns how the nearest obstacle lies to each point in space, both without thickness of the point. An obstacle that is
/// a mesh is seen as far as `range`, m; its normal points to the side on which the point is. Where no obstacle is seen,
/// the distance is infinite and the normal zero. Of equally near obstacles the first counts.
std::vector<Nearness> nearest_obstacles(std::span<const Eigen::Vector3d> x, std::span<const ObstacleNow> obstacles,
                                        double range);

}  // namespace plumb
