#pragma once

#include <vector>

#include <plumb/geometry/mesh_topology.h>

namespace plumb {

/// A point of a mesh and those around it, with the weights of the cotangent Laplacian (Pinkall and Polthier 1993; Meyer
/// et al. 2003), all of the shape that the mesh has.
struct VertexStar {
  int centre = 0;
  std::vector<int> ring;           ///< the neighbours, in the order of the edges
  std::vector<double> cotangents;  ///< cot a + cot b of the two angles opposite to the edge to each neighbour
  double area =
      0;  ///< m^2, of the Voronoi cell; in an obtuse triangle, half of it at the obtuse corner, else a quarter

  /// Returns sum_j (cot a_j + cot b_j) (x_j - x_centre), m: 2 area times the Laplacian of x, which is the mean
  /// curvature kappa_1 + kappa_2 along the normal.
  Eigen::Vector3d pull(const std::vector<Eigen::Vector3d>& x) const;
};

/// Returns the stars of all points that are not on the boundary, in the order of the points.
std::vector<VertexStar> interior_stars(const TriangleMesh& mesh, const MeshTopology& topology);

}  // namespace plumb
