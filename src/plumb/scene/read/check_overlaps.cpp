#include <plumb/scene/read/check_overlaps.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <plumb/contact/detect/find_contacts.h>
#include <plumb/core/status.h>
#include <plumb/core/units.h>
#include <plumb/geometry/crossing.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kAllowed = 1e-6;  // of the size of a body: what lies on something may be off by rounding
constexpr std::size_t kMostPairs = 20000000;

/// The scene at time zero as detection sees it.
struct AtStart {
  explicit AtStart(const Scene& scene, const Entry& place) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      try {
        const Model& model = scene.bodies[i]->model();
        const State& state = model.initial;
        Loads loads = state.loads;
        const Handling handling = scene.bodies[i]->handling();
        for (std::size_t k = 0; k < handling.holds.size() && k < loads.clamps.size(); ++k) {
          if (handling.holds[k].pose) loads.clamps[k] = *handling.holds[k].pose;
        }
        points.push_back(model.embedding->points_at(state.q, loads.clamps));
        surfaces.push_back(scene.contact.leave_out[i] ? nullptr : model.surface.get());
      } catch (const UserError& error) {
        place.refuse(error.what());
      }
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      bodies.push_back({surfaces[i], points[i], scene.contact.self});
    }
    for (const SceneObstacle& one : scene.contact.obstacles) obstacles.push_back({&one.solid, one.start});
  }

  std::vector<std::vector<Vector3d>> points;
  std::vector<const Surface*> surfaces;
  std::vector<SurfaceNow> bodies;
  std::vector<ObstacleNow> obstacles;
};

std::string at(const Vector3d& x) { return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", x.x(), x.y(), x.z()); }

void refuse_overlap(const Entry& place, const Scene& scene, const Contact& worst) {
  const std::string& body = scene.bodies[static_cast<std::size_t>(worst.key.a_body)]->name();
  const std::string depth = format_quantity(-worst.gap, dimension::length);
  const auto other = static_cast<std::size_t>(worst.key.b_owner);
  if (!worst.with_obstacle() && worst.key.a_body == worst.key.b_owner) {
    place.refuse(
        fmt::format("'{}' overlaps itself by {} at {} at time zero; change its initial shape or thickness, or "
                    "give contact.self = false",
                    body, depth, at(worst.place)));
  }
  place.refuse(fmt::format("'{}' is {} deep in {}'{}' at {} at time zero; move one of them away", body, depth,
                           worst.with_obstacle() ? "the obstacle " : "",
                           worst.with_obstacle() ? scene.contact.obstacles[other].name : scene.bodies[other]->name(),
                           at(worst.place)));
}

/// Returns the first edge of a body that runs through a triangle, as the place of its middle.
std::optional<Vector3d> piercing(const Surface& body, const std::vector<Vector3d>& x, std::span<const Vector3d> points,
                                 std::span<const std::array<int, 3>> triangles) {
  if (body.edges.size() * triangles.size() > kMostPairs) return {};
  for (const auto& [a, b] : body.edges) {
    const Vector3d edge[] = {x[static_cast<std::size_t>(a)], x[static_cast<std::size_t>(b)]};
    if (first_piercing(edge, points, triangles)) return 0.5 * (edge[0] + edge[1]);
  }
  return {};
}

/// Returns how often a surface goes around a place, which is 1 inside a closed one and 0 outside: the solid angles of its
/// triangles (van Oosterom and Strackee 1983).
double turns_around(const Vector3d& place, const std::vector<Vector3d>& points,
                    const std::vector<std::array<int, 3>>& triangles) {
  double sum = 0;
  for (const auto& t : triangles) {
    Vector3d r[3];
    for (std::size_t i = 0; i < 3; ++i) r[i] = points[static_cast<std::size_t>(t[i])] - place;
    const double a = r[0].norm(), b = r[1].norm(), c = r[2].norm();
    sum += std::atan2(r[0].dot(r[1].cross(r[2])),
                      a * b * c + r[0].dot(r[1]) * c + r[1].dot(r[2]) * a + r[2].dot(r[0]) * b);
  }
  return sum / (2 * std::numbers::pi);
}

/// A place inside an obstacle; none: a plane or a bowl, which a body may be around the origin of.
std::optional<Vector3d> place_inside(const SceneObstacle& obstacle) {
  const ObstacleShape& shape = obstacle.solid.shape;
  if (std::holds_alternative<PlaneShape>(shape) || std::holds_alternative<BowlShape>(shape)) return {};
  const auto* mesh = std::get_if<MeshShape>(&shape);
  if (mesh == nullptr) return obstacle.start.position;
  return Vector3d(obstacle.start.position + obstacle.start.frame() * mesh->mesh->points.front());
}

/// Refuses what lies whole inside a solid: its surface is then not near.
void check_insides(const Entry& place, const Scene& scene, const AtStart& start) {
  for (std::size_t k = 0; k < start.bodies.size(); ++k) {
    if (!start.surfaces[k] || !scene.bodies[k]->is_filled()) continue;
    const auto refuse_inside = [&](const std::string& name, const Vector3d& x) {
      if (!(turns_around(x, start.points[k], start.surfaces[k]->triangles) > 0.5)) return;
      place.refuse(fmt::format("'{}' is inside '{}' at {} at time zero; move one of them away", name,
                               scene.bodies[k]->name(), at(x)));
    };
    for (std::size_t i = 0; i < start.bodies.size(); ++i) {
      if (i == k || !start.surfaces[i]) continue;
      refuse_inside(scene.bodies[i]->name(),
                    start.points[i][static_cast<std::size_t>(start.surfaces[i]->points.front())]);
    }
    for (const SceneObstacle& obstacle : scene.contact.obstacles) {
      if (const auto x = place_inside(obstacle)) refuse_inside(obstacle.name, *x);
    }
  }
}

void check_piercing(const Entry& place, const Scene& scene, const AtStart& start) {
  const auto refuse = [&](std::size_t body, const std::string& other, const Vector3d& x) {
    place.refuse(fmt::format("'{}' runs through '{}' at {} at time zero; move one of them away",
                             scene.bodies[body]->name(), other, at(x)));
  };
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    if (!start.surfaces[i]) continue;
    for (std::size_t k = 0; k < start.bodies.size(); ++k) {
      if (i == k || !start.surfaces[k]) continue;
      const auto x = piercing(*start.surfaces[i], start.points[i], start.points[k], start.surfaces[k]->triangles);
      if (x) refuse(i, scene.bodies[k]->name(), *x);
    }
    for (const SceneObstacle& obstacle : scene.contact.obstacles) {
      const auto* shape = std::get_if<MeshShape>(&obstacle.solid.shape);
      if (!shape) continue;
      std::vector<Vector3d> points = shape->mesh->points;
      for (Vector3d& point : points) point = obstacle.start.position + obstacle.start.frame() * point;
      const auto x = piercing(*start.surfaces[i], start.points[i], points, shape->mesh->triangles);
      if (x) refuse(i, obstacle.name, *x);
    }
  }
}

}  // namespace

void check_overlaps(const Entry& place, const Scene& scene) {
  const AtStart start(scene, place);
  const std::vector<Contact> contacts = find_contacts(start.bodies, start.obstacles, 0);
  const auto worst = std::min_element(contacts.begin(), contacts.end(),
                                      [](const Contact& a, const Contact& b) { return a.gap < b.gap; });
  double size = 0;
  for (const auto& body : scene.bodies) size = std::max(size, body->size());
  if (worst != contacts.end() && worst->gap < -kAllowed * size) refuse_overlap(place, scene, *worst);
  check_piercing(place, scene, start);
  check_insides(place, scene, start);
}

}  // namespace plumb
