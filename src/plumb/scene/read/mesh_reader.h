#pragma once

#include <functional>
#include <string>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// Reads a mesh that a scene names, or throws UserError. Whoever reads a scene hands one in, so that scenes need not
/// know the formats of files.
using MeshReader = std::function<TriangleMesh(const std::string& file)>;

}  // namespace plumb
