#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// A solid of tetrahedra. Seen from the last corner, the first three run clockwise: the volume is then positive. Points
/// and tetrahedra are counted from 0, in messages too.
struct TetrahedralMesh {
  std::vector<Eigen::Vector3d> points;         ///< m
  std::vector<std::array<int, 4>> tetrahedra;  ///< four points each
};

/// The volume of a tetrahedron, m^3; negative: it is inside out.
double volume(const TetrahedralMesh& mesh, int tetrahedron);
double volume(const TetrahedralMesh& mesh);

/// A tetrahedron with less volume than this, for its longest edge of 1, is flat.
inline constexpr double kFlatTetrahedron = 1e-9;

/// Throws UserError for what no solid can be made of: no tetrahedra, wrong indices, a coordinate that is no finite
/// number, a point in no tetrahedron, a tetrahedron that is flat or inside out, more than two at a triangle.
void check(const TetrahedralMesh& mesh);

/// Turns tetrahedra that are inside out: files number corners as they like.
void orient(TetrahedralMesh& mesh);

/// The triangles between a mesh and the outside, with normals to the outside, in the order of their tetrahedra.
std::vector<std::array<int, 3>> outer_triangles(const TetrahedralMesh& mesh);

/// The outside of a solid as a mesh of its own.
struct OuterSurface {
  TriangleMesh mesh;
  std::vector<int> points;  ///< of each point of the mesh, its number in the solid; ascending
};
OuterSurface outer_surface(const TetrahedralMesh& mesh);

}  // namespace plumb
