#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// A surface of triangles. The normal of a triangle is on the side from which its corners run counter-clockwise.
/// Points and triangles are counted from 0, in messages too.
struct TriangleMesh {
  std::vector<Eigen::Vector3d> points;        ///< m
  std::vector<std::array<int, 3>> triangles;  ///< three points each
};

/// The normal of a triangle, as long as its area, m^2.
Eigen::Vector3d area_vector(const TriangleMesh& mesh, int triangle);
double area(const TriangleMesh& mesh, int triangle);
double area(const TriangleMesh& mesh);

/// A triangle lower than this, for its longest side of 1, is flat: a needle or points on one line. The determinant of
/// its first form is the square of this beside products of sides: much lower, and rounding is all that is left of it.
inline constexpr double kFlatTriangle = 1e-6;
bool is_flat(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

/// Throws UserError for a triangle with a point that is not there, or with the same point twice.
void check_indices(const TriangleMesh& mesh);

/// Throws UserError for what no shell can be made of: no triangles, wrong indices, a coordinate that is no
/// finite number, a flat triangle, two triangles on the same points.
void check(const TriangleMesh& mesh);

}  // namespace plumb
