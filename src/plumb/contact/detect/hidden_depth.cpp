#include <plumb/contact/detect/hidden_depth.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <plumb/contact/detect/inner_touch.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

double gap_at(const ObstacleNow& solid, const Vector3d& x, double radius) {
  return nearness(solid.obstacle->shape, solid.pose, x).distance - solid.obstacle->radius - radius;
}

/// A triangle of a body and how its corners lie to a solid.
struct Cornered {
  Feature triangle;
  std::array<Nearness, 3> corners;
  double longest_side = 0;

  Cornered(const SurfaceNow& body, const std::array<int, 3>& points, const ObstacleNow& solid) {
    triangle.n = 3;
    for (std::size_t i = 0; i < 3; ++i) {
      triangle.x[i] = body.x[static_cast<std::size_t>(points[i])];
      triangle.radius[i] = body.surface->radius[static_cast<std::size_t>(points[i])];
      corners[i] = nearness(solid.obstacle->shape, solid.pose, triangle.x[i]);
      corners[i].distance -= solid.obstacle->radius + triangle.radius[i];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      longest_side = std::max(longest_side, (triangle.x[(i + 1) % 3] - triangle.x[i]).norm());
    }
  }

  /// Returns a gap, m, that no place of the triangle falls below: a convex function lies above its tangents.
  double least_gap() const {
    double best = -HUGE_VAL;
    for (std::size_t i = 0; i < 3; ++i) {
      double lowest = HUGE_VAL;
      for (std::size_t k = 0; k < 3; ++k) {
        const double rise = corners[i].normal.dot(triangle.x[k] - triangle.x[i]);
        lowest = std::min(lowest, corners[i].distance + rise - (triangle.radius[k] - triangle.radius[i]));
      }
      best = std::max(best, lowest);
    }
    return best;
  }
};

/// Seeks the deepest place along lines from the first corner to the opposite side. The depth of a line's deepest place
/// first grows and then falls along that side, since what is deeper than a given depth is a convex part of the triangle.
HiddenDepth deepest_of(const Feature& triangle, const ObstacleNow& solid) {
  constexpr int kSections = 40;
  const double golden = 0.5 * (std::sqrt(5.0) - 1);
  const auto deepest_on_line = [&](double s) {
    Feature line;
    line.n = 2;
    line.x = {triangle.x[0], triangle.at({0, 1 - s, s}), Vector3d::Zero()};
    line.radius = {triangle.radius[0], triangle.radius_at({0, 1 - s, s}), 0};
    const auto weights = nearest_weights(*solid.obstacle, solid.pose, line);
    const Vector3d place = line.at(weights);
    return HiddenDepth{-gap_at(solid, place, line.radius_at(weights)), place};
  };
  double low = 0, high = 1;
  HiddenDepth left = deepest_on_line(high - golden * (high - low)),
              right = deepest_on_line(low + golden * (high - low));
  HiddenDepth best = left.depth >= right.depth ? left : right;
  for (int k = 0; k < kSections; ++k) {
    const bool go_left = left.depth >= right.depth;
    (go_left ? high : low) = go_left ? low + golden * (high - low) : high - golden * (high - low);
    if (go_left) {
      right = left;
      left = deepest_on_line(high - golden * (high - low));
    } else {
      left = right;
      right = deepest_on_line(low + golden * (high - low));
    }
    const HiddenDepth& deeper = left.depth >= right.depth ? left : right;
    if (deeper.depth > best.depth) best = deeper;
  }
  return best;
}

}  // namespace

double expected_depth(const Obstacle& obstacle, double longest_side, double radius) {
  constexpr double kFollows = 0.5, kRoom = 1.5, kOfThickness = 0.1;
  const double slack = kOfThickness * 2 * radius;
  const double round = round_part(obstacle.shape);
  const double whole = round + obstacle.radius + radius;
  const bool follows = round > 0 && longest_side <= kFollows * whole;
  return slack + (follows ? kRoom * longest_side * longest_side / (6 * whole) : 0);
}

HiddenDepth deepest_hidden(const SurfaceNow& body, const ObstacleNow& solid) {
  const ObstacleShape& shape = solid.obstacle->shape;
  HiddenDepth worst;
  // Corners touch planes first, and meshes are touched by edges and triangles as well.
  if (std::holds_alternative<PlaneShape>(shape) || std::holds_alternative<MeshShape>(shape)) return worst;
  const bool convex = !std::holds_alternative<BowlShape>(shape);
  for (const auto& points : body.surface->triangles) {
    const Cornered now(body, points, solid);
    const auto& corners = now.corners;
    const double radius = *std::min_element(now.triangle.radius.begin(), now.triangle.radius.end());
    const double allowed = expected_depth(*solid.obstacle, now.longest_side, radius);
    // A distance changes no faster than one moves.
    const double nearest = std::min({corners[0].distance, corners[1].distance, corners[2].distance});
    if (nearest - now.longest_side > -allowed || (convex && now.least_gap() > -allowed)) continue;
    const HiddenDepth found = deepest_of(now.triangle, solid);
    // What a corner shows, detection knows.
    if (found.depth > allowed + std::max(0.0, -nearest) && found.depth > worst.depth) worst = found;
  }
  return worst;
}

}  // namespace plumb
