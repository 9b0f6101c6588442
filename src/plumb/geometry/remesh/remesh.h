#pragma once

// Adaptive anisotropic remeshing: Narain, Samii and O'Brien 2012, section 4. Edges longer than their sizing tensors
// allow are split, edges that are not Delaunay in the metric are flipped, points that are not needed are collapsed.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/mesh_now.h>
#include <plumb/geometry/remesh/remesh_history.h>

namespace plumb {

/// What a remeshing leaves alone, by names of points. A name that is not in the mesh plays no part.
struct KeptParts {
  std::vector<std::uint64_t> points;                           ///< they are not removed
  std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;  ///< neither split, flipped nor collapsed; nor their ends
};

/// Returns the edges of a mesh between points of a set, such as a clamped row, which should stay whole.
std::vector<std::pair<std::uint64_t, std::uint64_t>> edges_between(const MeshNow& mesh,
                                                                   std::span<const std::uint64_t> names);

struct RemeshOptions {
  double aspect_min = 0.2;  ///< no collapse makes a triangle with a lower 12 sqrt(3) area / perimeter^2 (at best 1)
  double hysteresis =
      0.2;  ///< a collapse makes edges of at most the size 1 - hysteresis, so that they are not split at once
};

struct RemeshCounts {
  int splits = 0, flips = 0, collapses = 0;
};

struct Remeshed {
  MeshNow mesh;
  RemeshHistory history;
  RemeshCounts counts;
};

/// Returns the mesh whose edges have sizes of at most 1 under `sizing` (sizing_field.h; one tensor for each point)
/// where nothing kept stands in the way, and that has no points that it could do without.
///
/// The rest surface stays what it is: its boundary and the edges where it is bent at rest are creases, which are not
/// flipped, and a point on a crease is removed along it where the crease is straight; so rest area is kept to rounding.
/// Points do not move at rest. The mesh must be a surface whose points each have one fan of triangles; if it is not, or
/// names are used twice, or a triangle is flat, this throws UserError.
///
/// Names: points that stay keep theirs. The name of a new point is made from those of the ends of its edge. So a name
/// belongs to a place of the material, and appears again only for the same place. Decisions and the order of the result
/// (points by their names, triangles by their points) depend on names and not on the numbering of the old mesh. Without
/// any operation, the result is the old mesh as it was.
Remeshed remesh(const MeshNow& mesh, std::span<const Eigen::Matrix3d> sizing, const KeptParts& kept,
                const RemeshOptions& options = {});

}  // namespace plumb
