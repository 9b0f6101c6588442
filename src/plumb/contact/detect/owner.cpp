#include <plumb/contact/detect/owner.h>

#include <cmath>

#include <Eigen/Geometry>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

void place(const Surface& surface, std::span<const Vector3d> x, PartsNow& now) {
  const std::size_t n = surface.points.size();
  now.x.resize(n);
  now.radius.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    now.x[i] = x[surface.points[i]];
    now.radius[i] = surface.radius[surface.points[i]];
  }
}

void place(const TriangleMesh& mesh, const Pose& pose, double radius, PartsNow& now) {
  const Eigen::Matrix3d frame = pose.frame();
  now.x.resize(mesh.points.size());
  for (std::size_t i = 0; i < mesh.points.size(); ++i) now.x[i] = pose.position + frame * mesh.points[i];
  now.radius.assign(mesh.points.size(), radius);
}

const MeshShape& mesh_of(const ObstacleNow& obstacle) { return std::get<MeshShape>(obstacle.obstacle->shape); }

}  // namespace

void Owner::take(const SurfaceNow& body, int number_of_body) {
  const Surface& s = *body.surface;
  number = number_of_body;
  obstacle = false;
  if (surface_.points != s.points || surface_.edges != s.edges || surface_.triangles != s.triangles) {
    parts = parts_of(s);
    surface_ = s;
  }
  now.parts = &parts;
  bend = 0;
  place(s, body.x, now);
}

void Owner::take(const ObstacleNow& mesh, int number_of_obstacle) {
  const MeshShape& shape = mesh_of(mesh);
  number = number_of_obstacle;
  obstacle = true;
  if (mesh_ != shape.mesh) {
    parts = parts_of(*shape.mesh);
    mesh_ = shape.mesh;
  }
  now.parts = &parts;
  bend = 0;
  place(*mesh_, mesh.pose, mesh.obstacle->radius, now);
}

void Owner::move(const SurfaceNow& body) {
  then.parts = &parts;
  place(*body.surface, body.x, then);
}

void Owner::move(const ObstacleNow& from, const ObstacleNow& to) {
  then.parts = &parts;
  place(*mesh_, to.pose, to.obstacle->radius, then);
  // An arc of angle theta leaves its chord by at most r theta^2 / 8.
  const double angle = Eigen::Quaterniond(from.pose.frame()).angularDistance(Eigen::Quaterniond(to.pose.frame()));
  double furthest = 0;
  for (const Vector3d& x : mesh_->points) furthest = std::max(furthest, x.norm());
  constexpr double kNone = 1e-12;
  bend = angle > kNone ? furthest * (angle * angle / 8 + kNone) : 0;
}

void Owner::choose_boxes(Around around, double by) {
  around_ = around;
  by_ = by;
  for (Tree* tree : {&points_, &edges_, &triangles_}) tree->ready = false;
  whole_ = Box{};
  for (int i = 0; i < static_cast<int>(now.x.size()); ++i) whole_.add(box_of(std::span(&i, 1)));
}

Box Owner::box_of(std::span<const int> corners) const {
  constexpr double kRounding = 1e-14;
  Box box;
  double radius = 0, furthest = 0;
  for (const int p : corners) {
    box.add(now.x[p]);
    if (around_ == Around::motion) box.add(then.x[p]);
    radius = std::max(radius, now.radius[p]);
  }
  if (around_ == Around::motion) {
    // The corners of a straight motion are compared as they are, without rounding.
    if (bend > 0) box.grow(bend);
    return box;
  }
  for (int i = 0; i < 3; ++i) furthest = std::max({furthest, std::abs(box.low[i]), std::abs(box.high[i])});
  box.grow((by_ + radius) * (1 + 1e-9) + kRounding * furthest);
  return box;
}

template <std::size_t N>
const BoxTree& Owner::ready(Tree& tree, const std::vector<std::array<int, N>>& corners) {
  if (!tree.ready) {
    boxes_.resize(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) boxes_[i] = box_of(corners[i]);
    tree.tree.follow(boxes_);
    tree.ready = true;
  }
  return tree.tree;
}

const BoxTree& Owner::point_tree() {
  if (single_points_.size() != now.x.size()) {
    single_points_.resize(now.x.size());
    for (int i = 0; i < static_cast<int>(now.x.size()); ++i) single_points_[i] = {i};
  }
  return ready(points_, single_points_);
}
const BoxTree& Owner::edge_tree() { return ready(edges_, parts.edges); }
const BoxTree& Owner::triangle_tree() { return ready(triangles_, parts.triangles); }

void Owners::take(std::span<const SurfaceNow> bodies_now, std::span<const ObstacleNow> obstacles_now) {
  bodies.resize(bodies_now.size());
  obstacles.resize(obstacles_now.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies_now[i].surface) {
      bodies[i].reset();
      continue;
    }
    if (!bodies[i]) bodies[i] = std::make_unique<Owner>();
    bodies[i]->take(bodies_now[i], static_cast<int>(i));
  }
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    if (!std::holds_alternative<MeshShape>(obstacles_now[i].obstacle->shape)) {
      obstacles[i].reset();
      continue;
    }
    if (!obstacles[i]) obstacles[i] = std::make_unique<Owner>();
    obstacles[i]->take(obstacles_now[i], static_cast<int>(i));
  }
}

}  // namespace plumb
