#pragma once

#include <Eigen/Core>

#include <plumb/contact/detect/find_contacts.h>

namespace plumb {

/// A place inside a triangle that is in a solid.
struct HiddenDepth {
  double depth = 0;  ///< m, of the thickened triangle in the thickened solid; at most zero: nothing is inside
  Eigen::Vector3d place{0, 0, 0};
};

/// Returns how deep the triangles of a body may be in a solid, m, where their corners touch it: on a ball, a capsule or a
/// cylinder of radius R, both thicknesses included, a triangle with sides of l <= R/2 is up to l^2/(6 R) deep, and has
/// half as much again as room. Besides, and on other solids, a tenth of the triangle's thickness.
double expected_depth(const Obstacle& obstacle, double longest_side, double radius);

/// Finds the place of a body's triangles that is deepest in an analytic solid, among triangles which are deeper in it
/// than expected. Detection lets only their corners touch such solids; this tells where that was not enough. The
/// distance to a convex solid is convex over a triangle, so no such triangle is missed; on a bowl, which is not convex,
/// one may be.
HiddenDepth deepest_hidden(const SurfaceNow& body, const ObstacleNow& solid);

}  // namespace plumb
