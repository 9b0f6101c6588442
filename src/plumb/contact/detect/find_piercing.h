#pragma once

#include <span>

#include <plumb/contact/detect/find_contacts.h>

namespace plumb {

/// Does an edge of one thing run through a triangle of another, from one side to the other? Looks at one body with all
/// others, with the meshes among the obstacles, and with itself where it touches itself. Thickness plays no part, nor
/// does what shares a point.
bool is_pierced(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles, int body);

}  // namespace plumb
