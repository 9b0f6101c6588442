#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include <plumb/scene/bodies/plate/scene_plate.h>

namespace plumb {

/// The axis normal to the plane in which a plate goes on as its mirror image, at the boundary edges between `points`.
/// It is the one that is nearest to the conormals of these edges in the rest shape (in the surface, perpendicular to
/// the edge), or the one that the user says. Throws UserError with the reason where there is no such plane: the points
/// lie in one plane normal to x, y or z, at rest and at first, and the rest shape meets it at a right angle, as well as
/// its triangles can tell.
int mirror_axis(const ScenePlate& plate, const std::vector<int>& points, std::optional<int> said);

}  // namespace plumb
