#include <plumb/contact/detect/inner_touch.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/contact/detect/contact_entry.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Weights = std::array<double, 3>;
using Kind = ContactKey::Kind;

/// Slopes below this part of a length are rounding: a rod along a flat side of a box is nearest everywhere.
constexpr double kFlat = 1e-9;
constexpr int kHalvings = 48;

/// The distance between a feature's surface and a solid as a function of the weights.
class Distance {
 public:
  Distance(const Obstacle& obstacle, const Pose& pose, const Feature& feature)
      : obstacle_(obstacle), pose_(pose), feature_(feature) {}

  double at(const Weights& w) const {
    return nearness(obstacle_.shape, pose_, feature_.at(w)).distance - obstacle_.radius - feature_.radius_at(w);
  }
  /// Returns how fast it changes at w where weight goes from corner `from` to corner `to`, m.
  double slope(const Weights& w, int from, int to) const {
    const Vector3d normal = nearness(obstacle_.shape, pose_, feature_.at(w)).normal;
    return normal.dot(feature_.x[to] - feature_.x[from]) - (feature_.radius[to] - feature_.radius[from]);
  }
  double length(int from, int to) const { return (feature_.x[to] - feature_.x[from]).norm(); }

 private:
  const Obstacle& obstacle_;
  const Pose& pose_;
  const Feature& feature_;
};

/// Returns the place in [0, 1] where a slope that grows turns from falling to rising; an end if it does not.
template <class Slope>
double turning_point(const Slope& slope, double noise) {
  if (slope(0.0) >= -noise) return 0;
  if (slope(1.0) <= noise) return 1;
  double falling = 0, rising = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (falling + rising);
    (slope(middle) < 0 ? falling : rising) = middle;
  }
  return 0.5 * (falling + rising);
}

Weights nearest_on_edge(const Distance& distance) {
  const double w = turning_point(
      [&](double t) {
        return distance.slope({1 - t, t, 0}, 0, 1);
      },
      kFlat * distance.length(0, 1));
  return {1 - w, w, 0};
}

/// On lines beside the side from corner 0 to corner 1, the nearest place; among these lines, the nearest one.
Weights nearest_on_triangle(const Distance& distance) {
  const double noise = kFlat * std::max(distance.length(0, 1), distance.length(0, 2));
  const auto on_line = [&](double t) -> Weights {
    const double along = turning_point(
        [&](double s) {
          return distance.slope({(1 - t) * (1 - s), (1 - t) * s, t}, 0, 1);
        },
        noise);
    return {(1 - t) * (1 - along), (1 - t) * along, t};
  };
  const double t = turning_point(
      [&](double t_now) {
        const Weights w = on_line(std::min(t_now, 1 - 1e-12));
        const double share = w[0] + w[1] > 0 ? w[1] / (w[0] + w[1]) : 0;  // of corner 1 on the line
        return (1 - share) * distance.slope(w, 0, 2) + share * distance.slope(w, 1, 2);
      },
      noise);
  return t == 1 ? Weights{0, 0, 1} : on_line(t);
}

/// Returns the radius of the round part of a solid, m; of one without, zero.
double round_part(const ObstacleShape& shape) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) return capsule->radius;
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) return cylinder->radius;
  return 0;
}

/// Returns how the normal turns at a place inside an edge, per weight, by differences; zero where it does not.
Vector3d turn_of_normal(const Obstacle& obstacle, const Pose& pose, const Feature& edge, const Weights& w) {
  const double aside = std::min({1e-3, w[0], w[1]});
  if (!(aside > 0)) return Vector3d::Zero();
  const auto normal = [&](double by) {
    return nearness(obstacle.shape, pose, edge.at({w[0] - by, w[1] + by, 0})).normal;
  };
  return (normal(aside) - normal(-aside)) / (2 * aside);
}

Feature part_feature(const SurfaceNow& body, std::span<const int> corners) {
  Feature f;
  f.n = static_cast<int>(corners.size());
  for (int i = 0; i < f.n; ++i) {
    f.x[i] = body.x[corners[i]];
    f.radius[i] = body.surface->radius[corners[i]];
  }
  return f;
}

Weights middle_of(const Feature& f) {
  Weights w{};
  std::fill_n(w.begin(), f.n, 1.0 / f.n);
  return w;
}

/// May the inside be nearer to the solid than `reach`, and nearer than the corners by more than `deeper`? A ball around
/// the middle bounds the distance from below, and so does the tangent at the middle, the distance being convex.
bool may_touch_inside(const ObstacleNow& solid, const Feature& f, double reach, double deeper) {
  const Distance distance(*solid.obstacle, solid.pose, f);
  const Weights middle = middle_of(f);
  const double here = distance.at(middle);
  double farthest = 0;
  for (int i = 0; i < f.n; ++i) {
    farthest = std::max(farthest, (f.x[i] - f.at(middle)).norm() + std::abs(f.radius[i] - f.radius_at(middle)));
  }
  if (here - farthest > reach) return false;
  if (std::holds_alternative<BowlShape>(solid.obstacle->shape)) return true;  // not convex
  double lowest_corner = std::numeric_limits<double>::infinity(), drop = 0;
  for (int i = 0; i < f.n; ++i) {
    Weights corner{};
    corner[i] = 1;
    lowest_corner = std::min(lowest_corner, distance.at(corner));
    double way = 0;
    for (int k = 0; k < f.n; ++k) way += distance.slope(middle, k, i) / f.n;
    drop = std::min(drop, way);
  }
  return here + drop < lowest_corner - deeper;
}

bool is_inside(const Feature& f, const Weights& w) {
  return std::all_of(w.begin(), w.begin() + f.n, [](double weight) { return weight > 0; });
}

}  // namespace

std::array<double, 3> nearest_weights(const Obstacle& obstacle, const Pose& pose, const Feature& feature) {
  const Distance distance(obstacle, pose, feature);
  return feature.n == 2 ? nearest_on_edge(distance) : nearest_on_triangle(distance);
}

double tolerated_depth(const Obstacle& obstacle, const Surface& surface, const Feature& feature) {
  constexpr double kOfLength = 1.0 / 50, kFollows = 1.0 / 8, kRoom = 1.5;
  double longest = 0;
  for (int i = 0; i < feature.n; ++i) {
    longest = std::max(longest, (feature.x[i] - feature.x[(i + 1) % feature.n]).norm());
  }
  if (!surface.triangles.empty()) return kOfLength * longest;
  const double radius = round_part(obstacle.shape) + obstacle.radius + std::min(feature.radius[0], feature.radius[1]);
  return longest <= kFollows * radius ? kRoom * longest * longest / (8 * radius) : 0;
}

void enter_inside(const Obstacle& obstacle, const Pose& pose, const Surface& surface, const Feature& feature,
                  Contact& contact, std::array<double, 3>& weights) {
  weights = nearest_weights(obstacle, pose, feature);
  enter(obstacle, pose, feature.at(weights), feature.radius_at(weights), contact);
  contact.gap += tolerated_depth(obstacle, surface, feature);
  contact.turn = feature.n == 2 ? turn_of_normal(obstacle, pose, feature, weights) : Vector3d::Zero();
}

void add_inner_contacts(const SurfaceNow& body, int number_of_body, const ObstacleNow& solid, int number_of_solid,
                        double margin, std::vector<Contact>& contacts) {
  if (std::holds_alternative<PlaneShape>(solid.obstacle->shape)) return;
  const auto consider = [&](Kind kind, int part, std::span<const int> corners) {
    const Feature f = part_feature(body, corners);
    const double tolerated = tolerated_depth(*solid.obstacle, *body.surface, f);
    if (!may_touch_inside(solid, f, margin - tolerated, 0.5 * tolerated)) return;
    Contact contact;
    contact.key = {kind, number_of_body, part, number_of_solid, 0, 1};
    Weights weights;
    enter_inside(*solid.obstacle, solid.pose, *body.surface, f, contact, weights);
    if (!is_inside(f, weights) || !(contact.gap < margin)) return;
    CornerPoints points{number_of_body, f.n, {}};
    std::copy(corners.begin(), corners.end(), points.points.begin());
    contact.a = body_point(points, weights);
    contacts.push_back(contact);
  };
  for (std::size_t e = 0; e < body.surface->edges.size(); ++e) {
    consider(Kind::edge_obstacle, static_cast<int>(e), body.surface->edges[e]);
  }
  for (std::size_t t = 0; t < body.surface->triangles.size(); ++t) {
    consider(Kind::triangle_obstacle, static_cast<int>(t), body.surface->triangles[t]);
  }
}

}  // namespace plumb
