#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/contact/detect/find_contacts.h>
#include <plumb/world/contact_rows.h>
#include <plumb/world/contact_step.h>

namespace plumb {

/// Where all points of bodies and obstacles are at the start of a step and where they have come to: how far the two
/// sides of a contact have moved against each other.
class StepMotion {
 public:
  StepMotion(std::span<const Toucher> bodies, const Surroundings& around, double duration);

  /// Looks where the points of a body are now.
  void look(int body, const BodyNow& now);

  std::vector<SurfaceNow> surfaces_at_start() const { return surfaces(&Body::start); }
  std::vector<SurfaceNow> surfaces_now() const { return surfaces(&Body::now); }
  std::vector<ObstacleNow> obstacles_at_start() const { return obstacles(&ObstacleWay::from); }
  std::vector<ObstacleNow> obstacles_at_end() const { return obstacles(&ObstacleWay::to); }

  /// Returns the extent of the largest body, m.
  double size() const;
  /// Returns how far a point may go if it is a little faster than the fastest one is now, m.
  double foreseen() const;
  /// Returns how far the point that moved farthest has come, m.
  double farthest() const;

  /// Returns how far the centre surfaces of the two sides are apart when they touch, m.
  double thickness(const Contact& contact) const;

  /// How far the two sides of a contact have come, m.
  struct Sides {
    Eigen::Vector3d a, b;
    Eigen::Vector3d relative() const { return a - b; }
  };
  Sides moved(const Contact& contact) const;
  /// The same by the mean of the rates at the start and over the step: the way on which an impulse works.
  Sides moved_by_mean_rates(const Contact& contact) const;

 private:
  using Points = std::vector<Eigen::Vector3d>;
  struct Body {
    const Model* model;
    const Surface* surface;  ///< null: it touches nothing
    bool touches_itself;
    Points start, velocity, now;  ///< of all points of the embedding
  };
  struct ObstacleWay {
    const Obstacle* obstacle;
    Pose from, to;
    PoseRate rate;  ///< at the start

    /// Returns how far the material point that is at `place` in the end has come.
    Eigen::Vector3d motion(const Eigen::Vector3d& place) const;
    Eigen::Vector3d velocity_at_start(const Eigen::Vector3d& place) const;
  };

  std::vector<SurfaceNow> surfaces(Points Body::*points) const;
  std::vector<ObstacleNow> obstacles(Pose ObstacleWay::*pose) const;
  Eigen::Vector3d moved(const BodyPoint& point) const;
  Eigen::Vector3d velocity_at_start(const BodyPoint& point) const;
  const Body& body(int i) const { return bodies_[static_cast<std::size_t>(i)]; }
  const ObstacleWay& obstacle_of(const Contact& contact) const {
    return obstacles_[static_cast<std::size_t>(contact.key.b_owner)];
  }

  double duration_, gravity_ = 0;
  std::vector<Body> bodies_;
  std::vector<ObstacleWay> obstacles_;
};

}  // namespace plumb
