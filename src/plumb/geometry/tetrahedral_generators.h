#pragma once

// Meshes of solids. What cannot be made is a UserError.

#include <array>

#include <plumb/geometry/tetrahedral_mesh.h>

namespace plumb {

/// The box [0, x] x [0, y] x [0, z] in cells of six tetrahedra each. Each cell is the mirror image of its neighbours,
/// so that with even numbers of cells the mesh is as symmetric as the box. Points are numbered along z, then y, then x:
/// matrices of a bar along x are banded.
struct BoxGrid {
  Eigen::Vector3d sides{1, 1, 1};  ///< m
  std::array<int, 3> n{1, 1, 1};   ///< cells along each side
};
TetrahedralMesh box_mesh(const BoxGrid& grid);

/// A ball about the origin, or a hollow one: the octahedron's eight corners of space, each cut evenly and blown up.
struct BallGrid {
  double radius = 1;    ///< m
  double hole = 0;      ///< m, radius of the hole; zero: there is none
  int n = 4;            ///< edges along a quarter of a great circle, and along the radius of a full ball
  int n_layers = 1;     ///< of a hollow one, from the hole to the outside
  bool eighth = false;  ///< only where x, y and z are positive
};
TetrahedralMesh ball_mesh(const BallGrid& grid);

}  // namespace plumb
