#include <algorithm>
#include <optional>

#include <Eigen/Geometry>

#include <plumb/contact/detect/contact_finder.h>
#include <plumb/contact/detect/inner_touch.h>
#include <plumb/contact/detect/may_meet.h>
#include <plumb/contact/detect/owner.h>
#include <plumb/core/parallel.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Kind = ContactKey::Kind;
using Pair = std::array<int, 2>;

/// Halvings of a motion on an arc, of which each leaves a quarter of the distance between arc and chord.
constexpr int kHalvings = 16;
/// Below this part of the size, arc and chord are the same.
constexpr double kStraight = 1e-10;
/// Rounding of a point that is turned, as a part of its distance from the centre.
constexpr double kTurned = 1e-14;

/// The motion of an obstacle's pose.
struct MovingPose {
  Pose from, to;
  double angle = 0;  ///< rad, of the whole motion

  MovingPose(const Pose& start, const Pose& end)
      : from(start),
        to(end),
        angle(Eigen::Quaterniond(start.frame()).angularDistance(Eigen::Quaterniond(end.frame()))) {}
  Pose at(double t) const { return t == 0 ? from : interpolate(from, to, t); }
};

template <std::size_t N>
MovingFeature feature(const Owner& owner, const std::array<int, N>& corners) {
  MovingFeature f;
  f.n = static_cast<int>(N);
  for (std::size_t i = 0; i < N; ++i) {
    f.from[i] = owner.now.x[corners[i]];
    f.to[i] = owner.then.x[corners[i]];
  }
  return f;
}

MovingFeature part_of(const MovingFeature& f, double t0, double t1) {
  MovingFeature part = f;
  for (int i = 0; i < f.n; ++i) {
    if (t0 != 0) part.from[i] = f.from[i] + t0 * (f.to[i] - f.from[i]);
    if (t1 != 1) part.to[i] = f.from[i] + t1 * (f.to[i] - f.from[i]);
  }
  return part;
}

/// A feature of a body and one of a mesh whose corners, given in its own frame, move on arcs.
class AgainstArc {
 public:
  AgainstArc(const MovingFeature& body, const MovingPose& pose, int n, std::array<Vector3d, 3> corners)
      : body_(body), pose_(pose), n_(n), corners_(std::move(corners)) {
    for (int i = 0; i < n_; ++i) furthest_ = std::max(furthest_, corners_[i].norm());
  }

  bool may_meet(double t0, double t1, int halvings) const {
    const double turn = pose_.angle * (t1 - t0);
    const double bend = furthest_ * turn * turn / 8;
    MovingFeature mesh;
    mesh.n = n_;
    place(t0, mesh.from);
    place(t1, mesh.to);
    const MovingFeature body = part_of(body_, t0, t1);
    const double size = furthest_ + body.from[0].norm() + body.to[0].norm() + pose_.from.position.norm();
    if (!plumb::may_meet(body, mesh, bend + kTurned * size)) return false;
    if (halvings == 0 || bend <= kStraight * furthest_) return true;
    const double middle = 0.5 * (t0 + t1);
    return may_meet(t0, middle, halvings - 1) || may_meet(middle, t1, halvings - 1);
  }

 private:
  void place(double t, std::array<Vector3d, 3>& x) const {
    const Pose pose = pose_.at(t);
    const Eigen::Matrix3d frame = pose.frame();
    for (int i = 0; i < n_; ++i) x[i] = pose.position + frame * corners_[i];
  }

  MovingFeature body_;
  MovingPose pose_;
  int n_;
  std::array<Vector3d, 3> corners_;
  double furthest_ = 0;
};

/// A point that moves straight and a solid that moves by its pose, seen from the solid. There the point leaves the chord
/// of a piece dt of its way by at most (dt^2/8)(2 omega |s'| + omega^2 |s|), s the way from the solid's centre to it.
class AgainstSolid {
 public:
  AgainstSolid(const ObstacleShape& shape, const MovingPose& pose, const Vector3d& from, const Vector3d& to)
      : shape_(shape), pose_(pose), from_(from), to_(to) {
    speed_ = ((to - pose.to.position) - (from - pose.from.position)).norm();
  }

  bool may_meet(double t0, double t1, int halvings) const {
    const Vector3d a = seen(t0), b = seen(t1);
    const double far = std::max(a.norm(), b.norm()), dt = t1 - t0, omega = pose_.angle;
    const double bend = dt * dt / 8 * (2 * omega * speed_ + omega * omega * far);
    const double rounding = kTurned * (far + from_.norm() + pose_.from.position.norm());
    if (!plumb::may_meet(shape_, a, b, bend + rounding)) return false;
    if (halvings == 0 || bend <= kStraight * (far + speed_)) return true;
    const double middle = 0.5 * (t0 + t1);
    return may_meet(t0, middle, halvings - 1) || may_meet(middle, t1, halvings - 1);
  }

 private:
  Vector3d seen(double t) const {
    const Vector3d x = t == 1 ? to_ : Vector3d(from_ + t * (to_ - from_));
    const Pose pose = pose_.at(t);
    return pose.frame().transpose() * (x - pose.position);
  }

  const ObstacleShape& shape_;
  MovingPose pose_;
  Vector3d from_, to_;
  double speed_ = 0;
};

/// An edge whose ends move straight and a solid that moves by its pose, seen from the solid, by halves of
/// the time: no point of the feature moves faster there than |s'| + omega |s|, s the way from the solid's centre to it.
class InsideAgainstSolid {
 public:
  InsideAgainstSolid(const ObstacleShape& shape, const MovingPose& pose, const MovingFeature& feature)
      : solid_{shape, 0}, pose_(pose), feature_(feature) {
    for (int i = 0; i < feature.n; ++i) {
      const Vector3d from = feature.from[i] - pose.from.position, to = feature.to[i] - pose.to.position;
      const double far = std::max(from.norm(), to.norm());
      fastest_ = std::max(fastest_, (to - from).norm() + pose.angle * far);
      rounding_ = std::max(rounding_, kTurned * (far + feature.from[i].norm() + pose.from.position.norm()));
    }
  }

  bool may_meet(double t0, double t1, int halvings) const {
    const double middle = 0.5 * (t0 + t1), reach = 0.5 * fastest_ * (t1 - t0) + rounding_;
    const Feature seen = seen_at(middle);
    if (ball_distance(seen) > reach || !any_place_within(reach, seen, 0, 1)) return false;
    if (halvings == 0) return true;
    const double distance = nearness(solid_.shape, Pose{}, seen.at(nearest_weights(solid_, Pose{}, seen))).distance;
    if (!(distance > rounding_)) return true;
    return may_meet(t0, middle, halvings - 1) || may_meet(middle, t1, halvings - 1);
  }

 private:
  Feature seen_at(double t) const {
    const Pose pose = pose_.at(t);
    const Eigen::Matrix3d frame = pose.frame();
    Feature f;
    f.n = feature_.n;
    for (int i = 0; i < f.n; ++i) {
      f.x[i] = frame.transpose() * (feature_.from[i] + t * (feature_.to[i] - feature_.from[i]) - pose.position);
    }
    return f;
  }
  /// Is a place of the edge, between two weights, nearer to the solid than `reach`? Along an edge the distance to a convex
  /// solid has one minimum. That to a bowl may have several, as where an edge lies over its rim: halves of the edge, for no
  /// distance changes faster than one moves.
  bool any_place_within(double reach, const Feature& edge, double from, double to) const {
    const auto distance_at = [&](const std::array<double, 3>& w) {
      return nearness(solid_.shape, Pose{}, edge.at(w)).distance;
    };
    if (!std::holds_alternative<BowlShape>(solid_.shape)) {
      return distance_at(nearest_weights(solid_, Pose{}, edge)) <= reach;
    }
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from) * (edge.x[1] - edge.x[0]).norm();
    const double distance = distance_at({1 - middle, middle, 0});
    if (distance <= reach) return true;
    if (distance - half > reach) return false;
    if (!(half > rounding_)) return true;
    return any_place_within(reach, edge, from, middle) || any_place_within(reach, edge, middle, to);
  }
  /// Returns a lower bound of the distance to a feature: that of a ball around its first corner.
  double ball_distance(const Feature& f) const {
    double radius = 0;
    for (int i = 1; i < f.n; ++i) radius = std::max(radius, (f.x[i] - f.x[0]).norm());
    return nearness(solid_.shape, Pose{}, f.x[0]).distance - radius;
  }

  Obstacle solid_;
  MovingPose pose_;
  MovingFeature feature_;
  double fastest_ = 0, rounding_ = 0;
};

class Crossings {
 public:
  Crossings(const Passage& passage, Owners& owners) : passage_(passage), owners_(owners) {}
  std::vector<ContactKey> run();

 private:
  void look_at(Owner& a, Owner& b);
  void look_at_points_and_triangles(Owner& of_point, Owner& of_triangle);
  void look_at_edges(Owner& a, Owner& b);
  void look_at_solid(const Owner& body, int number);
  template <std::size_t N, std::size_t M>
  bool may_meet(const Owner& a, const std::array<int, N>& corners_a, const Owner& b,
                const std::array<int, M>& corners_b) const;
  template <class Name>
  void examine(const std::vector<Pair>& pairs, const Name& key_if_met);

  const Passage& passage_;
  Owners& owners_;
  std::vector<ContactKey> found_;
};

std::vector<ContactKey> Crossings::run() {
  const std::size_t n_bodies = passage_.from_bodies.size(), n_obstacles = passage_.from_obstacles.size();
  ENSURE(passage_.to_bodies.size() == n_bodies && passage_.to_obstacles.size() == n_obstacles);
  owners_.take(passage_.from_bodies, passage_.from_obstacles);
  for (std::size_t i = 0; i < n_bodies; ++i) {
    if (!owners_.bodies[i]) continue;
    owners_.bodies[i]->move(passage_.to_bodies[i]);
    owners_.bodies[i]->choose_boxes(Owner::Around::motion, 0);
  }
  for (std::size_t i = 0; i < n_obstacles; ++i) {
    if (!owners_.obstacles[i]) continue;
    owners_.obstacles[i]->move(passage_.from_obstacles[i], passage_.to_obstacles[i]);
    owners_.obstacles[i]->choose_boxes(Owner::Around::motion, 0);
  }
  for (std::size_t i = 0; i < n_bodies; ++i) {
    if (!owners_.bodies[i]) continue;
    Owner& a = *owners_.bodies[i];
    for (std::size_t k = 0; k < n_obstacles; ++k) {
      if (owners_.obstacles[k]) {
        look_at(a, *owners_.obstacles[k]);
      } else {
        look_at_solid(a, static_cast<int>(k));
      }
    }
    if (passage_.from_bodies[i].touches_itself) look_at(a, a);
    for (std::size_t k = i + 1; k < n_bodies; ++k) {
      if (owners_.bodies[k]) look_at(a, *owners_.bodies[k]);
    }
  }
  std::sort(found_.begin(), found_.end());
  return std::move(found_);
}

void Crossings::look_at(Owner& a, Owner& b) {
  if (!a.whole().overlaps(b.whole())) return;
  look_at_points_and_triangles(a, b);
  if (&a != &b) look_at_points_and_triangles(b, a);
  look_at_edges(a, b);
}

template <class Name>
void Crossings::examine(const std::vector<Pair>& pairs, const Name& key_if_met) {
  constexpr int kChunk = 256;
  const auto n = static_cast<int>(pairs.size());
  std::vector<std::vector<ContactKey>> parts((n + kChunk - 1) / kChunk);
  for_chunks(n, kChunk, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      if (const std::optional<ContactKey> key = key_if_met(pairs[i])) parts[begin / kChunk].push_back(*key);
    }
  });
  for (const auto& part : parts) found_.insert(found_.end(), part.begin(), part.end());
}

template <std::size_t N, std::size_t M>
bool Crossings::may_meet(const Owner& a, const std::array<int, N>& corners_a, const Owner& b,
                         const std::array<int, M>& corners_b) const {
  if (a.obstacle) return may_meet(b, corners_b, a, corners_a);
  const MovingFeature of_a = feature(a, corners_a);
  if (!b.obstacle || b.bend == 0) return plumb::may_meet(of_a, feature(b, corners_b));
  const ObstacleNow &from = passage_.from_obstacles[b.number], &to = passage_.to_obstacles[b.number];
  const TriangleMesh& mesh = *std::get<MeshShape>(from.obstacle->shape).mesh;
  std::array<Vector3d, 3> own;
  for (std::size_t i = 0; i < M; ++i) own[i] = mesh.points[corners_b[i]];
  return AgainstArc(of_a, {from.pose, to.pose}, static_cast<int>(M), own).may_meet(0, 1, kHalvings);
}

void Crossings::look_at_points_and_triangles(Owner& of_point, Owner& of_triangle) {
  if (of_triangle.parts.triangles.empty()) return;
  const bool same = &of_point == &of_triangle;
  const auto pairs = of_point.point_tree().overlaps(of_triangle.triangle_tree(), [&](int p, int t) {
    const auto& corners = of_triangle.parts.triangles[t];
    if (same) return corners[0] != p && corners[1] != p && corners[2] != p;
    return !of_point.obstacle || !of_point.parts.triangles_at[p].empty();
  });
  examine(pairs, [&](const Pair& pair) -> std::optional<ContactKey> {
    const auto [p, t] = pair;
    if (!may_meet(of_point, std::array{p}, of_triangle, of_triangle.parts.triangles[t])) return {};
    if (of_point.obstacle) return ContactKey{Kind::triangle_point, of_triangle.number, t, of_point.number, p, 1};
    return ContactKey{Kind::point_triangle, of_point.number, p, of_triangle.number, t, of_triangle.obstacle ? 1 : 0};
  });
}

void Crossings::look_at_edges(Owner& a, Owner& b) {
  const auto apart = [&](int i, int k) {
    const auto &ends = a.parts.edges[i], &others = b.parts.edges[k];
    return ends[0] != others[0] && ends[0] != others[1] && ends[1] != others[0] && ends[1] != others[1];
  };
  const auto pairs =
      &a == &b ? a.edge_tree().overlaps(apart) : a.edge_tree().overlaps(b.edge_tree(), [](int, int) { return true; });
  examine(pairs, [&](const Pair& pair) -> std::optional<ContactKey> {
    const auto [i, k] = pair;
    if (!may_meet(a, a.parts.edges[i], b, b.parts.edges[k])) return {};
    return ContactKey{Kind::edge_edge,       a.number,          a.parts.edge_names[i], b.number,
                      b.parts.edge_names[k], b.obstacle ? 1 : 0};
  });
}

void Crossings::look_at_solid(const Owner& body, int number) {
  const ObstacleNow &from = passage_.from_obstacles[number], &to = passage_.to_obstacles[number];
  const MovingPose pose(from.pose, to.pose);
  for (int i = 0; i < static_cast<int>(body.now.x.size()); ++i) {
    if (AgainstSolid(from.obstacle->shape, pose, body.now.x[i], body.then.x[i]).may_meet(0, 1, kHalvings)) {
      found_.push_back({Kind::point_obstacle, body.number, i, number, 0, 1});
    }
  }
  // Nothing between two points comes to a plane before they do; of meshes the points alone touch solids.
  if (std::holds_alternative<PlaneShape>(from.obstacle->shape) || !body.parts.triangles.empty()) return;
  for (std::size_t e = 0; e < body.parts.edges.size(); ++e) {
    const MovingFeature edge = feature(body, body.parts.edges[e]);
    if (InsideAgainstSolid(from.obstacle->shape, pose, edge).may_meet(0, 1, kHalvings)) {
      found_.push_back({Kind::edge_obstacle, body.number, body.parts.edge_names[e], number, 0, 1});
    }
  }
}

}  // namespace

std::vector<ContactKey> ContactFinder::crossings(const Passage& passage) { return Crossings(passage, *owners_).run(); }

std::vector<ContactKey> find_crossings(const Passage& passage) { return ContactFinder().crossings(passage); }

}  // namespace plumb
