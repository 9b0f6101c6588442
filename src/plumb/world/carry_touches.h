#pragma once

#include <span>
#include <vector>

#include <plumb/geometry/remesh/remesh_history.h>
#include <plumb/geometry/surface.h>
#include <plumb/world/world.h>

namespace plumb {

/// A body's surface before and after a change of its mesh. Both have all points of the mesh, in its order.
struct ChangedSurface {
  int body = 0;
  const Surface& before;
  const Surface& after;
  std::span<const Successor> successors;  ///< of each old point
};

/// Returns the touches under the keys that their features have afterwards, ascending. A feature goes on as the one
/// between the successors of its corners. If there is none, as where an edge was split, the touch is dropped: the next
/// step finds the contact under another key, and its force anew. Touches that come together under one key act with the
/// sum of their forces, and stick if all of them do. A residue goes on only if all corners of both features stayed.
std::vector<Touch> carried_over(const std::vector<Touch>& touches, const ChangedSurface& changed);

}  // namespace plumb
