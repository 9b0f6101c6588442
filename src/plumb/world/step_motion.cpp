#include <plumb/world/step_motion.h>

#include <algorithm>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kTouching = 1e-6;  // of the size of a body: what is nearer may touch in any step

Vector3d weighted(const BodyPoint& point, const std::vector<Vector3d>& values) {
  Vector3d sum = Vector3d::Zero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.n); ++i) {
    sum += point.weights[i] * values[static_cast<std::size_t>(point.points[i])];
  }
  return sum;
}

}  // namespace

StepMotion::StepMotion(std::span<const Toucher> bodies, const Surroundings& around, double duration)
    : duration_(duration) {
  double time = 0;
  for (const Toucher& one : bodies) {
    const Model& model = one.stepper.model();
    const Loads& loads = one.state.loads;
    Body body{&model, one.stands_aside ? nullptr : model.surface.get(), one.touches_itself, {}, {}, {}};
    body.start = model.embedding->points_at(one.state.q, loads.clamps);
    body.velocity.resize(body.start.size());
    model.embedding->velocities(one.state.q, loads.clamps, loads.clamp_rates, one.state.v, body.velocity);
    body.now = body.start;
    bodies_.push_back(std::move(body));
    gravity_ = std::max(gravity_, loads.gravity.norm());
    if (!one.stands_aside) time = one.state.time;
  }
  if (around.obstacles.empty()) return;
  const ObstacleMotion from = around.motion(time), to = around.motion(time + duration);
  for (std::size_t i = 0; i < around.obstacles.size(); ++i) {
    const PoseRate rate = from.rates.empty() ? PoseRate{} : from.rates[i];
    obstacles_.push_back({&around.obstacles[i], from.poses[i], to.poses[i], rate});
  }
}

void StepMotion::look(int i, const BodyNow& now) {
  now.model->embedding->positions(*now.q, now.clamps, bodies_[static_cast<std::size_t>(i)].now);
}

std::vector<SurfaceNow> StepMotion::surfaces(Points Body::*points) const {
  std::vector<SurfaceNow> all;
  for (const Body& body : bodies_) all.push_back({body.surface, body.*points, body.touches_itself});
  return all;
}

std::vector<ObstacleNow> StepMotion::obstacles(Pose ObstacleWay::*pose) const {
  std::vector<ObstacleNow> all;
  for (const ObstacleWay& way : obstacles_) all.push_back({way.obstacle, way.*pose});
  return all;
}

double StepMotion::size() const {
  double size = 0;
  for (const Body& body : bodies_) {
    for (const Vector3d& x : body.start) size = std::max(size, (x - body.start.front()).norm());
  }
  return size;
}

double StepMotion::foreseen() const {
  double fastest = 0;
  for (const Body& body : bodies_) {
    for (const Vector3d& v : body.velocity) fastest = std::max(fastest, v.norm());
  }
  for (const ObstacleWay& way : obstacles_) fastest = std::max(fastest, way.motion(way.to.position).norm() / duration_);
  return std::max(duration_ * (fastest + duration_ * gravity_), kTouching * size());
}

double StepMotion::farthest() const {
  double farthest = 0;
  for (const Body& body : bodies_) {
    for (std::size_t i = 0; i < body.start.size(); ++i) {
      farthest = std::max(farthest, (body.now[i] - body.start[i]).norm());
    }
  }
  for (const ObstacleWay& way : obstacles_) farthest = std::max(farthest, way.motion(way.to.position).norm());
  return farthest;
}

double StepMotion::thickness(const Contact& contact) const {
  const auto half = [&](const BodyPoint& point) {
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(point.n); ++i) {
      sum += point.weights[i] * body(point.body).surface->radius[static_cast<std::size_t>(point.points[i])];
    }
    return sum;
  };
  return half(contact.a) + (contact.with_obstacle() ? obstacle_of(contact).obstacle->radius : half(contact.b));
}

StepMotion::Sides StepMotion::moved(const Contact& contact) const {
  return {moved(contact.a), contact.with_obstacle() ? obstacle_of(contact).motion(contact.place) : moved(contact.b)};
}

StepMotion::Sides StepMotion::moved_by_mean_rates(const Contact& contact) const {
  const Sides over = moved(contact);
  const Vector3d a = velocity_at_start(contact.a);
  const Vector3d b =
      contact.with_obstacle() ? obstacle_of(contact).velocity_at_start(contact.place) : velocity_at_start(contact.b);
  return {0.5 * (over.a + duration_ * a), 0.5 * (over.b + duration_ * b)};
}

Vector3d StepMotion::moved(const BodyPoint& point) const {
  return weighted(point, body(point.body).now) - weighted(point, body(point.body).start);
}

Vector3d StepMotion::velocity_at_start(const BodyPoint& point) const {
  return weighted(point, body(point.body).velocity);
}

Vector3d StepMotion::ObstacleWay::motion(const Vector3d& place) const {
  return place - (from.position + from.frame() * (to.frame().transpose() * (place - to.position)));
}

Vector3d StepMotion::ObstacleWay::velocity_at_start(const Vector3d& place) const {
  return rate.velocity + rate.spin.cross(place - motion(place) - from.position);
}

}  // namespace plumb
