#include <plumb/contact/detect/contact_entry.h>

namespace plumb {

BodyPoint body_point(const CornerPoints& corners, const std::array<double, 3>& weights) {
  BodyPoint point;
  point.body = corners.body;
  for (int i = 0; i < corners.n; ++i) {
    if (!(weights[i] > 0)) continue;
    point.points[point.n] = corners.points[i];
    point.weights[point.n++] = weights[i];
  }
  return point;
}

void enter(const Measured& measured, const Feature& b, Contact& contact) {
  contact.normal = measured.normal;
  contact.place = measured.on_b + b.radius_at(measured.b) * measured.normal;
  contact.gap = measured.gap;
}

void enter(const Obstacle& obstacle, const Pose& pose, const Eigen::Vector3d& x, double radius, Contact& contact) {
  const Nearness near = nearness(obstacle.shape, pose, x);
  const double outside = near.distance - obstacle.radius;
  contact.normal = near.normal;
  contact.place = x - outside * near.normal;
  contact.gap = outside - radius;
}

}  // namespace plumb
