#pragma once

#include <plumb/geometry/frame.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// A direction of any length but zero, normalised.
Eigen::Vector3d read_direction(const Entry& entry);
/// A unit vector for messages: "x", or "(0.5, 0.87, 0)".
std::string direction_text(const Eigen::Vector3d& direction);

/// How large a body is, for messages: "the length of the rod".
struct BodySize {
  double value = 0;  ///< m
  std::string_view name;
};

/// A place or a displacement, m. Farther than a million sizes of the body, its shape would be lost in rounding.
Eigen::Vector3d read_near(const Entry& entry, BodySize size);

/// position, tangent and director, of which any may be missing. The director is made perpendicular to the tangent.
Pose read_pose(const Keys& keys, BodySize size);

}  // namespace plumb
