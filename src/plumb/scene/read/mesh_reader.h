#pragma once

#include <functional>
#include <string>

#include <plumb/geometry/tetrahedral_mesh.h>
#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// Reads meshes that a scene names, or throws UserError. Whoever reads a scene hands one in, so that scenes need not know
/// the formats of files.
struct MeshReader {
  std::function<TriangleMesh(const std::string& file)> triangles = {};
  std::function<TetrahedralMesh(const std::string& file)> tetrahedra = {};
};

}  // namespace plumb
