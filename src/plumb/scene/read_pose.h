#pragma once

#include <plumb/geometry/frame.h>
#include <plumb/scene/entry.h>

namespace plumb {

/// A direction of any length but zero, normalised.
Eigen::Vector3d read_direction(const Entry& entry);

/// A place or a displacement, m. Farther than a million lengths of the rod, its shape would be lost in rounding.
Eigen::Vector3d read_near(const Entry& entry, double rod_length);

/// position, tangent and director, of which any may be missing. The director is made perpendicular to the tangent.
Pose read_pose(const Keys& keys, double rod_length);

}  // namespace plumb
