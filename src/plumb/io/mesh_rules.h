#pragma once

// What every mesh file takes for granted about meshes.

#include <limits>
#include <string>
#include <vector>

#include <plumb/geometry/tetrahedral_mesh.h>
#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// Triangles number their points by int.
inline constexpr int kMostPoints = std::numeric_limits<int>::max();

/// Adds a fan of triangles about the first point.
void add_polygon(TriangleMesh& mesh, const std::vector<int>& points);

/// Throws UserError for a file without triangles.
void require_triangles(const TriangleMesh& mesh, const std::string& file_name);

/// ENSUREs what a reader asks for, finite coordinates and right indices: a wrong number in a mesh of ours is a bug.
void ensure_sound(const TriangleMesh& mesh);

/// Drops the points that no tetrahedron has; the others keep their order.
void keep_used_points(TetrahedralMesh& mesh);

}  // namespace plumb
