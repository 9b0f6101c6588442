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

/// The side on which a contact was before.
struct KeptSide {
  ContactKey key;
  Eigen::Vector3d normal;  ///< unit, from b to a
};

/// Returns all pairs whose surfaces are nearer than `margin`, m, ascending by key. One touch gives one contact: which of
/// the pairs that see it has it, and which neighbours do not touch at all, is told in touch_rules.h.
///
/// The normal of thin things (rods, plates, meshes) points to the side on which `a` is now. `kept`, ascending by key,
/// says on which side it was: a pair among them that has passed through since has a gap below minus its thickness.
std::vector<Contact> find_contacts(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles,
                                   double margin, std::span<const KeptSide> kept = {});

/// Brings a contact up to date with other positions: weights, normal, place and gap of the same two features. The normal
/// of thin things keeps to the side on which it was: after a and b have passed through each other, the gap is below
/// minus their thickness.
void update(Contact& contact, std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles);

/// Everything at two instants; points move straight in between, obstacles by `interpolate`.
struct Passage {
  std::span<const SurfaceNow> from_bodies, to_bodies;
  std::span<const ObstacleNow> from_obstacles, to_obstacles;
};

/// Returns the keys of all pairs whose centre surfaces may cross between the two instants, ascending. None that crosses
/// is missing; one that comes near without crossing may be there.
std::vector<ContactKey> find_crossings(const Passage& passage);

}  // namespace plumb
