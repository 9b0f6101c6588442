#pragma once

// The order of points and triangles that depends on names alone, so that sums and decisions come out the same for every
// numbering of a mesh.

#include <vector>

#include <plumb/geometry/mesh_now.h>

namespace plumb {

/// A mesh whose points are in the order of their names. Its triangles begin with their lowest point and are in the
/// order of their points.
struct NamedOrder {
  MeshNow mesh;
  std::vector<int> points, triangles;  ///< for each number in `mesh`, the number in the mesh that it was made of
};

/// Throws UserError where points have the same name, or where a triangle has a point that is not there.
NamedOrder in_order_of_names(const MeshNow& mesh);

}  // namespace plumb
