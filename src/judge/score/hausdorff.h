#pragma once

// Two-sided Hausdorff distance between two sets of polylines in the plane, as point sets: not only their vertices.

#include <vector>

namespace judge {

struct Vec2 {
  double x = 0;
  double y = 0;
};

/// A polyline of one vertex is a point; empty ones are not allowed.
using Path = std::vector<Vec2>;

struct Hausdorff {
  double distance = 0;
  Vec2 at;  ///< a point of one set that lies this far from the other set
};

/// Returns the distance to an absolute accuracy of `tolerance` (or the rounding of the coordinates, if that is larger),
/// from below. Coordinates up to 1e150: larger ones have no square. Both sets must hold at least one path.
Hausdorff hausdorff(const std::vector<Path>& a, const std::vector<Path>& b, double tolerance = 1e-9);

}  // namespace judge
