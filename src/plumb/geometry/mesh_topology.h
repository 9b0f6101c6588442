#pragma once

#include <array>
#include <vector>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// An edge and what is on its two sides. On the boundary there is no second side: -1.
struct MeshEdge {
  std::array<int, 2> points{};           ///< as its first triangle runs; the second runs the other way
  std::array<int, 2> triangles{-1, -1};  ///< the first has the lower number
  std::array<int, 2> opposite{-1, -1};   ///< in each triangle, the point that is not on the edge

  bool boundary() const { return triangles[1] < 0; }
};

/// Which triangles meet at which edges. Edges are numbered along the triangles, in each by its corners, so that a
/// mesh whose points are banded has banded edges.
struct MeshTopology {
  std::vector<MeshEdge> edges;
  std::vector<std::array<int, 3>> triangle_edges;  ///< edge i of a triangle is opposite to its corner i

  const MeshEdge& edge(int triangle, int i) const;
  /// 0 where a triangle is the first one at its edge i, 1 where it is the second.
  int side(int triangle, int i) const;
  /// The triangle beyond edge i; -1: the boundary.
  int neighbour(int triangle, int i) const;
};

/// Where the points are plays no part. Throws UserError for wrong indices, for more than two triangles at an edge, and
/// for neighbours whose normals are on different sides.
MeshTopology mesh_topology(const TriangleMesh& mesh);

/// The closed curves that bound a mesh, as points in order, the mesh to their left as seen from where the normals point
/// to. Two parts of a mesh that share only a point have a loop each.
std::vector<std::vector<int>> boundary_loops(const MeshTopology& topology);

}  // namespace plumb
