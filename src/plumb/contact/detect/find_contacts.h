#pragma once

#include <span>
#include <vector>

#include <plumb/contact/detect/contact.h>
#include <plumb/contact/detect/obstacle.h>
#include <plumb/geometry/surface.h>

namespace plumb {

/// A body as detection sees it.
struct SurfaceNow {
  const Surface* surface = nullptr;    ///< null: it touches nothing
  std::span<const Eigen::Vector3d> x;  ///< m, all points of the embedding
  bool touches_itself = false;
};

struct ObstacleNow {
  const Obstacle* obstacle = nullptr;
  Pose pose;
};

/// Returns all pairs whose surfaces are nearer than `margin`, m, ascending by key. Pairs of points and triangles whose
/// nearest point is on the rim of the triangle are left to its edges and corners where these are found as well; parts
/// that share a point, or are joined by an edge shorter than the thickness needs, do not touch.
std::vector<Contact> find_contacts(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles,
                                   double margin);

/// Brings a contact up to date with other positions: weights, normal, place and gap of the same two features.
void update(Contact& contact, std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles);

/// Everything at two instants; points move straight in between, obstacles by `interpolate`.
struct Sweep {
  std::span<const SurfaceNow> from_bodies, to_bodies;
  std::span<const ObstacleNow> from_obstacles, to_obstacles;
};

/// Returns the keys of all pairs whose centre surfaces may cross between the two instants, ascending. None that crosses
/// is missing; one that comes near without crossing may be there.
std::vector<ContactKey> find_crossings(const Sweep& sweep);

}  // namespace plumb
