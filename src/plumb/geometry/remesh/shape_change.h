#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/remesh/remesh_history.h>

namespace plumb {

/// Returns how far each operation of a remeshing moves the present surface, m, if points keep their positions (of the
/// old mesh, m) and new ones have the mean of two. A split moves nothing. A flip moves most the point where both
/// diagonals meet, a collapse the removed point: it is compared with what lies at the same place of the material
/// afterwards.
std::vector<double> shape_changes(const RemeshHistory& history, std::span<const Eigen::Vector3d> positions);

}  // namespace plumb
