#pragma once

// Bodies of any models that touch each other and what is around them; Coulomb's law as a check of what was accepted.

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include <plumb/world/world_march.h>

namespace plumb {

/// Some bodies at work.
class TouchingBodies {
 public:
  struct Body {
    Model model;
    State state;
    Programme programme;
    std::unique_ptr<Stepper> stepper;
    bool touches_itself = false;

    std::vector<Eigen::Vector3d> points() const { return model.embedding->points_at(state.q, state.loads.clamps); }
    std::vector<Eigen::Vector3d> velocities() const {
      std::vector<Eigen::Vector3d> out(static_cast<std::size_t>(model.embedding->n_points()));
      model.embedding->velocities(state.q, state.loads.clamps, state.loads.clamp_rates, state.v, out);
      return out;
    }
  };

  /// The body starts as the model does, under its own loads, which do not change.
  Body& add(Model model) { return add(std::move(model), method); }
  Body& add(Model model, Method by) {
    auto body = std::make_unique<Body>();
    body->state = model.initial;
    body->programme = [loads = model.initial.loads](double) { return loads; };
    body->stepper = make_stepper(model, by);
    body->model = std::move(model);
    bodies_.push_back(std::move(body));
    return *bodies_.back();
  }
  /// The obstacle moves evenly from its pose at time zero.
  void add(Obstacle obstacle, const Pose& pose, const PoseRate& rate = {}) {
    around.obstacles.push_back(std::move(obstacle));
    poses_.push_back(pose);
    rates_.push_back(rate);
    around.motion = [poses = poses_, rates = rates_](double time) {
      ObstacleMotion motion{poses, rates};
      for (std::size_t i = 0; i < poses.size(); ++i) {
        const double angle = rates[i].spin.norm() * time;
        const Eigen::Vector3d axis = angle > 0 ? Eigen::Vector3d(rates[i].spin.normalized()) : Eigen::Vector3d::UnitZ();
        const Eigen::AngleAxisd turn(angle, axis);
        motion.poses[i].position += time * rates[i].velocity;
        motion.poses[i].tangent = turn * poses[i].tangent;
        motion.poses[i].director = turn * poses[i].director;
      }
      return motion;
    };
  }

  WorldMarchOutcome march_to(double until, double dt, const ContactOptions& options = {}) {
    std::vector<Toucher> all;
    for (auto& b : bodies_) all.push_back({*b->stepper, b->state, b->programme, b->touches_itself});
    return march(all, around, touches, until, dt, options);
  }

  Body& operator[](std::size_t i) { return *bodies_[i]; }
  std::size_t size() const { return bodies_.size(); }

  Method method = Method::backward_euler;  ///< of bodies that are added without one
  Surroundings around;
  std::vector<Touch> touches;

 private:
  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<Pose> poses_;
  std::vector<PoseRate> rates_;
};

/// How far accepted contacts are from Coulomb's law, as parts of the largest force and of a length.
struct CoulombErrors {
  double cone = 0;             ///< |r_T| - mu r_n, and -r_n
  double complementarity = 0;  ///< |gap| r_n
  double dissipation = 0;      ///< mu r_n |s| + r_T.s: zero where friction takes all that it can
  double worst() const { return std::max({cone, complementarity, dissipation}); }
};

/// `slid` tells how far side a of a contact went against side b during the last step, m.
inline CoulombErrors coulomb_errors(const std::vector<ContactForce>& contacts, double mu, double length,
                                    const std::function<Eigen::Vector3d(const ContactForce&)>& slid) {
  double largest = 0;
  for (const ContactForce& c : contacts) largest = std::max(largest, c.force.norm());
  CoulombErrors errors;
  for (const ContactForce& c : contacts) {
    const double normal = c.force.dot(c.normal);
    const Eigen::Vector3d along = c.force - normal * c.normal;
    Eigen::Vector3d s = slid(c);
    s -= s.dot(c.normal) * c.normal;
    errors.cone = std::max({errors.cone, (along.norm() - mu * normal) / largest, -normal / largest});
    errors.complementarity = std::max(errors.complementarity, std::abs(c.gap) * std::abs(normal) / (largest * length));
    errors.dissipation =
        std::max(errors.dissipation, std::abs(mu * normal * s.norm() + along.dot(s)) / (largest * length));
  }
  return errors;
}

}  // namespace plumb
