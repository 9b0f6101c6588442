#pragma once

// Meshes of plates and shells. What cannot be made is a UserError. Points are numbered along the first direction of a
// grid, across the second one within it, and triangles likewise: matrices of a long strip are banded.

#include <cstdint>
#include <functional>
#include <numbers>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// How the cells of a grid are cut into triangles.
enum class CellPattern {
  one_diagonal,  ///< each cell from its first corner to the opposite one
  alternating,   ///< both diagonals in turn, as the colours of a chessboard
  crossed,       ///< both diagonals at once, with a point in the middle
  equilateral,   ///< every other row of points is shifted by half a cell; half triangles close the straight ends
};

/// Where the grid lines are: from [0, 1] to [0, 1], rising, 0 at 0 and 1 at 1. Empty: evenly spaced.
using Grading = std::function<double(double)>;

/// s^exponent: above 1 the lines crowd at 0, below 1 at the other end.
Grading power_grading(double exponent);

/// The rectangle [0, length] x [0, width] of the x-y plane; normals are along z. Its ends and sides are met exactly.
/// `equilateral` triangles are so where width / ny = sqrt(3)/2 length / nx.
struct RectangleGrid {
  double length = 1;  ///< along x, m
  double width = 1;   ///< along y, m
  int nx = 1, ny = 1;
  CellPattern pattern = CellPattern::one_diagonal;
  Grading grading = {};  ///< along x
};
TriangleMesh rectangle_mesh(const RectangleGrid& grid);

/// Moves the points of a rectangle's mesh at random, in x and in y by up to `fraction` (0 to 0.5) of the shortest step
/// to a neighbour. Corners stay, points of the boundary slide along it. A move that would take a triangle below a tenth
/// of its area is halved until it does not, which happens only above a fraction of 0.22.
TriangleMesh jittered_rectangle_mesh(const RectangleGrid& grid, double fraction, std::uint64_t seed);

/// A plane ring about the z axis from the x axis on, counter-clockwise; normals are along z. A full turn is slit along
/// the x axis (the slit annular plate: both lips have points of their own), or closed. Numbered along the turn, from
/// the inner circle out.
struct AnnulusGrid {
  double inner = 6, outer = 10;        ///< radii, m
  double turn = 2 * std::numbers::pi;  ///< rad, at most a full turn
  int n_turn = 30, n_radius = 6;
  bool slit = true;  ///< false: a full turn is closed
  CellPattern pattern = CellPattern::one_diagonal;
};
TriangleMesh annulus_mesh(const AnnulusGrid& grid);

/// The upper half of a sphere with a hole about its pole, or the part of it from the x axis on; a full turn is closed.
/// Normals point outwards. Numbered along the turn, from the equator to the hole. The defaults are the quarter of the
/// pinched hemisphere of Sze, Liu and Lo 2004.
struct HemisphereGrid {
  double radius = 10;                         ///< m
  double hole = 18 * std::numbers::pi / 180;  ///< angle between the pole and the edge of the hole, rad
  double turn = std::numbers::pi / 2;         ///< rad, at most a full turn
  int n_turn = 16, n_meridian = 16;
  CellPattern pattern = CellPattern::one_diagonal;
};
TriangleMesh hemisphere_mesh(const HemisphereGrid& grid);

/// A patch of the cylinder about the x axis, x from 0 to `length`, between two angles that count from the z axis
/// towards y; a full turn is closed. Normals point outwards. Numbered along x.
struct CylinderGrid {
  double radius = 1, length = 1;                 ///< m
  double begin = 0, end = std::numbers::pi / 2;  ///< rad, at most a full turn apart
  int n_length = 16, n_turn = 16;
  CellPattern pattern = CellPattern::one_diagonal;
};
TriangleMesh cylinder_mesh(const CylinderGrid& grid);

}  // namespace plumb
