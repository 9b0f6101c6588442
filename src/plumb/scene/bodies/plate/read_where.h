#pragma once

#include <plumb/scene/bodies/plate/read_mesh.h>

namespace plumb {

/// The key `where`: points of a mesh by the name of a side, in a box { min, max }, or the nearest one to a place
/// { near }. Places are in the mesh's own coordinates. At least one point, ascending.
std::vector<int> read_where(const Keys& keys, const PlateMesh& mesh);

}  // namespace plumb
