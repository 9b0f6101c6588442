#pragma once

#include <optional>

#include <plumb/scene/bodies/rod/scene_rod.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// Returns the points of { through = [[x, y, z], ...] }; none if the shape is told otherwise.
std::optional<Entry> points_of(const Entry& shape);

/// Lays the nodes of a rod, whose start, clamps, length and n are known, along a smooth curve through the points: their
/// places are seen from the start, and the rod begins at the first one. Refuses a curve that is too short for the rod,
/// or bent too sharply for its elements.
void read_through(const Entry& points, SceneRod& rod);

}  // namespace plumb
