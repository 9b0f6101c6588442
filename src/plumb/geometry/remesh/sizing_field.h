#pragma once

// How fine a mesh should be, and in which direction: Narain, Samii and O'Brien 2012, "Adaptive anisotropic remeshing
// for cloth simulation", section 4.1. A sizing tensor M, 1/m^2, is symmetric and says how long an edge u may be: u.M u
// <= 1. Tensors are 3 x 3 in the space of the rest shape, and those of a triangle lie in its plane, so that rest shapes
// may be curved. Demands add up: whoever knows a further one (obstacles) passes it along.

#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/mesh_now.h>

namespace plumb {

/// An infinite threshold asks for nothing.
struct SizingOptions {
  double size_min = 0.01;     ///< shortest length that an edge is ever asked to have, m
  double size_max = 0.2;      ///< longest length that an edge may have, m
  double aspect_min = 0.2;    ///< lowest ratio of the two lengths that a tensor asks for
  double refine_angle = 0.3;  ///< largest turn of the normal along an edge, rad
  double refine_velocity =
      std::numeric_limits<double>::infinity();  ///< largest difference of velocity along an edge, m/s
  /// A compressed sheet needs edges that are short enough to buckle: m. An edge of length l may have a compression
  /// |F^T F - 1| of (refine_compression / l)^2. A strip of thickness h buckles in half waves of length l where that is
  /// (pi h / l)^2 / 6, so about 1.3 h asks for one edge in a half wave.
  double refine_compression = std::numeric_limits<double>::infinity();
};

/// Throws UserError for options that make no sense.
void check(const SizingOptions& options);

/// Returns the tensor of each point of `mesh` at the given positions, m, and velocities, m/s (empty: at rest). With the
/// gradients on a triangle by rest coordinates of the normals (of points: Max 1999), velocities and positions,
///     M = (grad n)^T (grad n) / refine_angle^2 + (grad v)^T (grad v) / refine_velocity^2 + C(F^T F - 1) + further.
/// C is the square of the largest wave number x at which the triangle may buckle: compression e = c^2 x + k^2 / x,
/// where c is refine_compression and k the curvature across the waves, which stiffens the sheet as a rib does. So
///     C = ( -E + sqrt(E^2 - 4 c^2 K) )_+ / (2 c^2), E = F^T F - 1, K = (grad n)^T (grad n) turned by a right angle,
/// where negative eigenvalues below the root go by -sqrt(-x), so that C does not jump where buckling ends.
/// Eigenvalues are then clamped to [size_max^-2, size_min^-2] and the lower one to aspect_min^2 of the higher one, and
/// a point has the mean of its triangles by area. `further` has one tensor for each triangle, or is empty.
/// The same bits come out in whatever order points and triangles are numbered, since sums follow the names.
std::vector<Eigen::Matrix3d> sizing_field(const MeshNow& mesh, std::span<const Eigen::Vector3d> positions,
                                          std::span<const Eigen::Vector3d> velocities, const SizingOptions& options,
                                          std::span<const Eigen::Matrix3d> further = {});

/// Returns the square of the size of an edge u between points with the tensors a and b: it is too long above 1.
inline double squared_size(const Eigen::Vector3d& u, const Eigen::Matrix3d& a, const Eigen::Matrix3d& b) {
  return 0.5 * u.dot((a + b) * u);
}

}  // namespace plumb
