#pragma once

#include <concepts>
#include <vector>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// The points of a mesh that `wanted` says yes to, in their order: what a support holds, what a load acts on.
template <std::predicate<const Eigen::Vector3d&> Wanted>
std::vector<int> pick_points(const TriangleMesh& mesh, const Wanted& wanted) {
  std::vector<int> picked;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    if (wanted(mesh.points[i])) picked.push_back(static_cast<int>(i));
  }
  return picked;
}

}  // namespace plumb
