#pragma once

#include <span>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// The Delaunay triangulation of points in the x-y plane, counter-clockwise, within their convex hull: no point is
/// inside the circle through the corners of a triangle. Hull triangles that are flat are left out, so that points on a
/// straight side which rounding moved off it do not matter. Throws UserError where two points are the same or all are
/// on a line.
TriangleMesh delaunay_mesh(std::span<const Eigen::Vector2d> points);

/// The Delaunay triangulation with the points and the boundary of a mesh in the x-y plane, by Lawson's flips: an edge
/// whose triangles are not Delaunay is replaced by the other diagonal of the two, until there is none. z plays no part.
/// Throws UserError where the normal of a triangle is not along z.
TriangleMesh flipped_to_delaunay(TriangleMesh mesh);

}  // namespace plumb
