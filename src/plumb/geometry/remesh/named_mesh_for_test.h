#pragma once

// A mesh whose points are named by their numbers, and back.

#include <cstdint>
#include <numeric>
#include <vector>

#include <plumb/geometry/mesh_now.h>
#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

inline MeshNow named(const TriangleMesh& mesh, double thickness = 1e-3) {
  MeshNow now{mesh.points, mesh.triangles, std::vector<std::uint64_t>(mesh.points.size()), {}};
  std::iota(now.names.begin(), now.names.end(), 0);
  now.thickness.assign(mesh.triangles.size(), thickness);
  return now;
}

inline TriangleMesh at_rest(const MeshNow& mesh) { return {mesh.rest, mesh.triangles}; }

}  // namespace plumb
