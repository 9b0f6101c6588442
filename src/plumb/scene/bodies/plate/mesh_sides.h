#pragma once

// Parts of the boundary of a generated mesh by their names. To which one a boundary edge belongs is told by its
// direction and by the side on which its triangle is: so it does not matter how cells are cut, and both lips of a slit
// are told apart.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <plumb/geometry/mesh_topology.h>

namespace plumb {

struct NamedSide {
  std::string name;
  /// Does an edge with these ends, of a triangle with this opposite corner, belong to it?
  std::function<bool(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& opposite)> has;
};

std::vector<NamedSide> rectangle_sides();   ///< left (x = 0), right, bottom (y = 0), top
std::vector<NamedSide> annulus_sides();     ///< inner, outer, start (where the turn begins), end
std::vector<NamedSide> hemisphere_sides();  ///< equator, hole, start, end
std::vector<NamedSide> cylinder_sides();    ///< left (x = 0), right, start, end

/// The points of each side that has any, ascending, and of the whole "boundary" where there is one.
std::vector<std::pair<std::string, std::vector<int>>> named_points(const TriangleMesh& mesh,
                                                                   const MeshTopology& topology,
                                                                   const std::vector<NamedSide>& sides);

}  // namespace plumb
