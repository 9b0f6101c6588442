#pragma once

#include <string>
#include <utility>
#include <vector>

#include <plumb/scene/bodies/plate/scene_plate.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// A mesh with names for parts of its boundary. It is fit for a shell.
struct PlateMesh {
  TriangleMesh mesh;
  std::vector<std::pair<std::string, std::vector<int>>> sides;  ///< "left" and its points, ascending
};

/// { shape = "rectangle", ... } or { file = "x.obj", scale = 1 }. At most a million triangles.
PlateMesh read_plate_mesh(const Entry& entry, const MeshReader& read_mesh);

}  // namespace plumb
