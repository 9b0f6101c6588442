#pragma once

#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <plumb/scene/text/entry.h>

namespace plumb {

/// The points of a mesh, in its own coordinates, and names for some of them: "left" and its points, ascending.
struct NamedPlaces {
  const std::vector<Eigen::Vector3d>& points;
  const std::vector<std::pair<std::string, std::vector<int>>>& sides;
};

/// The key `where`: points of a mesh by the name of a side, in a box { min, max }, or the nearest one to a place
/// { near }. Places are in the mesh's own coordinates. At least one point, ascending.
std::vector<int> read_where(const Keys& keys, const NamedPlaces& places);

}  // namespace plumb
