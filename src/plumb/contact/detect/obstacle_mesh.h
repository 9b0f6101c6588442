#pragma once

#include <plumb/contact/detect/obstacle.h>

namespace plumb {

/// Returns the surface of an obstacle in its own frame as triangles, for those who draw it. Round parts are polygons of
/// 48 sides. Solids are thickened by their radius; a mesh is as it is, and a plane has no triangles.
TriangleMesh surface_of(const Obstacle& obstacle);

}  // namespace plumb
