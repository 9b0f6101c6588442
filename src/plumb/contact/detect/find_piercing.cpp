#include <plumb/contact/detect/find_piercing.h>

#include <algorithm>

#include <plumb/contact/detect/owner.h>
#include <plumb/geometry/crossing.h>

namespace plumb {
namespace {

/// Does an edge of one owner run through a triangle of the other, which may be the same?
bool runs_through(Owner& edges, Owner& triangles) {
  const bool same = &edges == &triangles;
  const auto found = edges.edge_tree().overlaps(triangles.triangle_tree(), [&](int e, int t) {
    const std::array<int, 2>& edge = edges.parts.edges[static_cast<std::size_t>(e)];
    const std::array<int, 3>& corners = triangles.parts.triangles[static_cast<std::size_t>(t)];
    const auto is_corner = [&](int point) { return std::find(corners.begin(), corners.end(), point) != corners.end(); };
    if (same && (is_corner(edge[0]) || is_corner(edge[1]))) return false;
    const Eigen::Vector3d ends[] = {edges.now.x[static_cast<std::size_t>(edge[0])],
                                    edges.now.x[static_cast<std::size_t>(edge[1])]};
    return first_piercing(ends, triangles.now.x, {&corners, 1}).has_value();
  });
  return !found.empty();
}

}  // namespace

bool is_pierced(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles, int body) {
  Owners all;
  all.take(bodies, obstacles);
  const auto at = static_cast<std::size_t>(body);
  Owner* mine = all.bodies[at].get();
  if (!mine) return false;
  const auto meets = [&](Owner& other) {
    return mine->whole().overlaps(other.whole()) && (runs_through(*mine, other) || runs_through(other, *mine));
  };
  for (const auto* owners : {&all.bodies, &all.obstacles}) {
    for (const auto& owner : *owners) {
      if (owner) owner->choose_boxes(Owner::Around::now, 0);
    }
  }
  if (bodies[at].touches_itself && runs_through(*mine, *mine)) return true;
  for (const auto* owners : {&all.bodies, &all.obstacles}) {
    for (const auto& owner : *owners) {
      if (owner && owner.get() != mine && meets(*owner)) return true;
    }
  }
  return false;
}

}  // namespace plumb
