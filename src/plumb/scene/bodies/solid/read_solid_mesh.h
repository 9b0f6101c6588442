#pragma once

#include <string>
#include <utility>
#include <vector>

#include <plumb/geometry/tetrahedral_mesh.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// A mesh with names for parts of its outside.
struct SolidMesh {
  TetrahedralMesh mesh;
  std::vector<std::pair<std::string, std::vector<int>>> sides;  ///< "left" and its points, ascending
};

/// { shape = "box", ... }, { shape = "ball", ... } or { file = "part.msh", scale = 1 }. At most a million tetrahedra. It
/// is fit for a solid.
SolidMesh read_solid_mesh(const Entry& entry, const MeshReader& read_mesh);

}  // namespace plumb
