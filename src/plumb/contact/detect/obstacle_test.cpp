#include <plumb/contact/detect/obstacle.h>

#include <random>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;

class Shaker {
 public:
  explicit Shaker(unsigned seed) : random_(seed) {}
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vector3d point() { return {number(), number(), number()}; }
  Pose pose() {
    const Vector3d tangent = point().normalized();
    return {point(), tangent, tangent.cross(point()).normalized()};
  }

 private:
  std::mt19937 random_;
};

struct Named {
  const char* name;
  ObstacleShape shape;
};

std::vector<Named> shapes() {
  return {{"plane", PlaneShape{}},
          {"sphere", SphereShape{0.5}},
          {"capsule", CapsuleShape{0.9, 0.3}},
          {"cylinder", CylinderShape{0.9, 0.4}},
          {"box", BoxShape{{0.7, 0.9, 0.5}}},
          {"bowl", BowlShape{0.6, 0.3}}};
}

/// Is a point of the shape's own frame inside? Straight from the definition.
bool holds(const ObstacleShape& shape, const Vector3d& x) {
  if (std::holds_alternative<PlaneShape>(shape)) return x.z() < 0;
  if (const auto* s = std::get_if<SphereShape>(&shape)) return x.norm() < s->radius;
  if (const auto* c = std::get_if<CapsuleShape>(&shape)) {
    const double beyond = std::max(0.0, std::abs(x.x()) - 0.5 * c->length);
    return beyond * beyond + x.y() * x.y() + x.z() * x.z() < c->radius * c->radius;
  }
  if (const auto* c = std::get_if<CylinderShape>(&shape)) {
    return std::abs(x.x()) < 0.5 * c->length && std::hypot(x.y(), x.z()) < c->radius;
  }
  if (const auto* b = std::get_if<BowlShape>(&shape)) {
    return x.z() < 0 && x.norm() > b->radius && x.norm() < b->radius + b->wall;
  }
  return (x.cwiseAbs().array() < 0.5 * std::get<BoxShape>(shape).size.array()).all();
}

TEST(Nearness, finds_the_surface_and_tells_inside_from_outside) {
  Shaker shaker(1);
  for (const Named& named : shapes()) {
    SCOPED_TRACE(named.name);
    for (int i = 0; i < 3000; ++i) {
      const Pose pose = shaker.pose();
      const Vector3d x = pose.position + shaker.point();
      const Nearness near = nearness(named.shape, pose, x);
      const Vector3d in_frame = pose.frame().transpose() * (x - pose.position);
      EXPECT_EQ(near.distance < 0, holds(named.shape, in_frame));
      EXPECT_NEAR(near.normal.norm(), 1, 1e-14);
      // One step along the normal leads to the surface, and a ball of that radius does not pass it.
      const Vector3d foot = pose.frame().transpose() * (x - near.distance * near.normal - pose.position);
      const Vector3d outwards = pose.frame().transpose() * near.normal;
      EXPECT_TRUE(holds(named.shape, foot - 1e-9 * outwards));
      EXPECT_FALSE(holds(named.shape, foot + 1e-9 * outwards));
      for (int k = 0; k < 8; ++k) {
        const Vector3d inside_ball = in_frame + (std::abs(near.distance) - 1e-12) * shaker.point().normalized();
        EXPECT_EQ(holds(named.shape, inside_ball), near.distance < 0);
      }
    }
  }
}

TEST(Nearness, normal_is_the_gradient) {
  Shaker shaker(2);
  constexpr double kStep = 1e-6;
  for (const Named& named : shapes()) {
    SCOPED_TRACE(named.name);
    for (int i = 0; i < 500; ++i) {
      const Pose pose = shaker.pose();
      const Vector3d x = pose.position + shaker.point();
      const Nearness near = nearness(named.shape, pose, x);
      Vector3d gradient;
      bool smooth = true;
      for (int k = 0; k < 3; ++k) {
        const Vector3d dx = kStep * Vector3d::Unit(k);
        const Nearness more = nearness(named.shape, pose, x + dx), less = nearness(named.shape, pose, x - dx);
        gradient[k] = (more.distance - less.distance) / (2 * kStep);
        smooth = smooth && more.normal.dot(near.normal) > 0.9 && less.normal.dot(near.normal) > 0.9;
      }
      if (!smooth) continue;
      EXPECT_LT((gradient - near.normal).norm(), 1e-4);
    }
  }
}

TEST(Nearness, chooses_a_normal_where_several_are_equally_good) {
  for (const Named& named : shapes()) {
    const Nearness centre = nearness(named.shape, Pose{}, Vector3d::Zero());
    EXPECT_NEAR(centre.normal.norm(), 1, 1e-15) << named.name;
    if (!std::holds_alternative<BowlShape>(named.shape)) {
      EXPECT_LE(centre.distance, 0) << named.name;
    }
  }
  EXPECT_EQ(nearness(BoxShape{{2, 2, 2}}, Pose{}, Vector3d(0, 0, 0)).normal, Vector3d::UnitX());
  EXPECT_EQ(nearness(CapsuleShape{2, 1}, Pose{}, Vector3d(0.3, 0, 0)).normal, Vector3d::UnitZ());
}

}  // namespace
}  // namespace plumb
