#pragma once

// How fine a sheet should be beside an obstacle: a further demand for sizing_field.h. Sheets are remeshed before they
// touch, so that they can lie down on the shape that they are about to meet.

#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/mesh_now.h>

namespace plumb {

/// How the nearest obstacle lies to a point.
struct NearObstacle {
  double distance = std::numeric_limits<double>::infinity();  ///< m, below zero inside; infinite: there is none
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();           ///< unit, out of the obstacle
};

struct ObstacleSizing {
  double range = 0;    ///< m: an obstacle asks for nothing beyond this distance, and for all of it where it touches
  double closest = 0;  ///< m, above 0: what is nearer counts as being so far away; half the thickness, say
  double refine_angle = 0.3;  ///< rad: largest turn of the obstacle's normal along an edge
};

/// Throws UserError for options that make no sense.
void check(const ObstacleSizing& options);

/// Returns what obstacles near the points ask of each triangle, 1/m^2: the `further` demand of sizing_field. With the
/// gradients on a triangle by rest coordinates, h_c the height over the plane that touches the obstacle nearest to the
/// corner c, n the normals of the obstacles nearest to the corners, and f = (1 - distance / range), at most 1, or 0,
///     M = 1/3 sum_c f_c (grad h_c)(grad h_c)^T / max(h_c, closest)^2 + f (grad n)^T (grad n) / refine_angle^2.
/// The first term is that of Narain et al. 2012: along an edge that runs towards the obstacle, the distance may change
/// by as much as it is. The second asks for edges as a sheet that lay on the obstacle would for its own curvature
/// (curvature 1/r of a ball: edges of refine_angle r); its f is that of the nearest corner. A sharp edge of an obstacle
/// asks for the finest mesh there is, and a plane that the sheet lies along for nothing.
///
/// Only corners look for obstacles: a ball that is smaller than a triangle and nearer to its middle than any corner's
/// range reaches is not seen. A range of size_max and more sees all that a triangle is about to touch.
/// The second term needs the normals at all three corners: give them even beyond the range.
/// The same bits come out in whatever order points and triangles are numbered.
std::vector<Eigen::Matrix3d> obstacle_demand(const MeshNow& mesh, std::span<const Eigen::Vector3d> positions,
                                             std::span<const NearObstacle> near, const ObstacleSizing& options);

}  // namespace plumb
