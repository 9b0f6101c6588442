#include <plumb/contact/detect/inner_touch.h>

#include <algorithm>
#include <cmath>

#include <plumb/contact/detect/contact_entry.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Weights = std::array<double, 3>;

Vector3d normal_at(const Obstacle& obstacle, const Pose& pose, const Feature& edge, double w) {
  return nearness(obstacle.shape, pose, edge.at({1 - w, w, 0})).normal;
}

/// Returns how the normal turns at a place inside an edge, per weight, by differences; zero at the ends.
Vector3d turn_of_normal(const Obstacle& obstacle, const Pose& pose, const Feature& edge, const Weights& w) {
  const double aside = std::min({1e-3, w[0], w[1]});
  if (!(aside > 0)) return Vector3d::Zero();
  return (normal_at(obstacle, pose, edge, w[1] + aside) - normal_at(obstacle, pose, edge, w[1] - aside)) / (2 * aside);
}

}  // namespace

double round_part(const ObstacleShape& shape) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) return capsule->radius;
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) return cylinder->radius;
  return 0;
}

std::array<double, 3> nearest_weights(const Obstacle& obstacle, const Pose& pose, const Feature& edge) {
  constexpr double kFlat = 1e-9;  // of the length: slopes below are rounding, as along a flat side of a box
  constexpr int kHalvings = 48;
  const Vector3d along = edge.x[1] - edge.x[0];
  const auto slope = [&](double w) {
    return normal_at(obstacle, pose, edge, w).dot(along) - (edge.radius[1] - edge.radius[0]);
  };
  const double noise = kFlat * along.norm();
  double falling = 0, rising = 1;
  bool from_end = true, to_end = true;
  if (std::holds_alternative<BowlShape>(obstacle.shape)) {
    // Not convex: the search begins at the nearest of some places inside that are nearer than those beside them.
    constexpr int kPlaces = 16;
    std::array<double, kPlaces + 1> gap{};
    for (int k = 0; k <= kPlaces; ++k) {
      const Weights w{1 - static_cast<double>(k) / kPlaces, static_cast<double>(k) / kPlaces, 0};
      gap[k] = nearness(obstacle.shape, pose, edge.at(w)).distance - edge.radius_at(w);
    }
    int least = gap[0] <= gap[kPlaces] ? 0 : kPlaces;
    for (int k = 1; k < kPlaces; ++k) {
      const bool nearer_than_beside = gap[k] < gap[k - 1] - noise && gap[k] < gap[k + 1] - noise;
      const bool at_an_end = least == 0 || least == kPlaces;
      if (nearer_than_beside && (at_an_end || gap[k] < gap[least])) least = k;
    }
    falling = std::max(0, least - 1) / static_cast<double>(kPlaces);
    rising = std::min(kPlaces, least + 1) / static_cast<double>(kPlaces);
    from_end = least == 0;
    to_end = least == kPlaces;
  }
  if (from_end && slope(0) >= -noise) return {1, 0, 0};
  if (to_end && slope(1) <= noise) return {0, 1, 0};
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (falling + rising);
    (slope(middle) < 0 ? falling : rising) = middle;
  }
  const double w = 0.5 * (falling + rising);
  return {1 - w, w, 0};
}

double tolerated_depth(const Obstacle& obstacle, const Feature& edge) {
  constexpr double kFollows = 1.0 / 8, kRoom = 1.5;
  const double length = (edge.x[1] - edge.x[0]).norm();
  const double radius = round_part(obstacle.shape) + obstacle.radius + std::min(edge.radius[0], edge.radius[1]);
  return length <= kFollows * radius ? kRoom * length * length / (8 * radius) : 0;
}

std::array<double, 3> enter_inside(const Obstacle& obstacle, const Pose& pose, const Feature& edge, Contact& contact) {
  const Weights weights = nearest_weights(obstacle, pose, edge);
  enter(obstacle, pose, edge.at(weights), edge.radius_at(weights), contact);
  contact.gap += tolerated_depth(obstacle, edge);
  contact.turn = turn_of_normal(obstacle, pose, edge, weights);
  return weights;
}

void add_inner_contacts(const SurfaceNow& body, int number_of_body, const ObstacleNow& solid, int number_of_solid,
                        double margin, std::vector<Contact>& contacts) {
  if (std::holds_alternative<PlaneShape>(solid.obstacle->shape) || !body.surface->triangles.empty()) return;
  for (std::size_t e = 0; e < body.surface->edges.size(); ++e) {
    const auto& ends = body.surface->edges[e];
    Feature edge;
    edge.n = 2;
    for (std::size_t i = 0; i < 2; ++i) {
      edge.x[i] = body.x[ends[i]];
      edge.radius[i] = body.surface->radius[ends[i]];
    }
    // A distance changes no faster than one moves: a ball around the middle holds the edge.
    const double reach = 0.5 * (edge.x[1] - edge.x[0]).norm() + std::max(edge.radius[0], edge.radius[1]);
    const double middle = nearness(solid.obstacle->shape, solid.pose, edge.at({0.5, 0.5, 0})).distance;
    if (middle - solid.obstacle->radius - reach > margin) continue;
    Contact contact;
    contact.key = {ContactKey::Kind::edge_obstacle, number_of_body, static_cast<int>(e), number_of_solid, 0, 1};
    const Weights weights = enter_inside(*solid.obstacle, solid.pose, edge, contact);
    if (!(weights[0] > 0 && weights[1] > 0 && contact.gap < margin)) continue;
    contact.a = body_point({number_of_body, 2, {ends[0], ends[1], 0}}, weights);
    contacts.push_back(contact);
  }
}

}  // namespace plumb
