#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/world/step_motion.h>

namespace plumb {

/// Bodies as a velocity filter sees them: points with masses, which move evenly along straight lines from the start of
/// a step to its end. Nothing joins the points. What is held has no inverse mass: no impulse moves it.
class PointMasses {
 public:
  /// Throws UserError for a body whose points are not unknowns with a mass of their own.
  PointMasses(std::span<const Toucher> bodies, const Surroundings& around, double duration);
  /// Are the points of a body unknowns with masses of their own?
  static bool fits(const Model& model);

  /// Says where a body is at the end of the step if nothing touches it.
  void move_to(int body, const State& end);
  /// Returns where q of a body is at the end of the step.
  Eigen::VectorXd q_at_end(int body, const State& unfiltered) const;

  const StepMotion& motion() const { return motion_; }
  std::vector<SurfaceNow> surfaces_at_end() const;
  /// Returns how far the point, or the obstacle, that moves farthest comes, m.
  double farthest() const;
  /// Returns the mean rate over the step of side a of a contact against side b, m/s.
  Eigen::Vector3d rate(const Contact& contact) const;
  /// Returns how much an impulse of 1 N s on both sides changes the rate between them, 1/kg; zero if both are held.
  double inverse_mass(const Contact& contact) const;
  /// Changes the rates by an impulse on side a and its opposite on side b, N s.
  void push(const Contact& contact, const Eigen::Vector3d& impulse);

  /// A point in all bodies, for those who ask which contacts share one.
  struct Place {
    int body, point;
    auto operator<=>(const Place&) const = default;
  };
  /// A point of a contact that can move, with its weight: below zero on side b.
  struct Share {
    Place place;
    double weight, inverse_mass;
  };
  /// Lists the points of a contact that can move.
  std::vector<Share> shares(const Contact& contact) const;

 private:
  struct Body {
    const Model* model;
    const Surface* surface;
    bool touches_itself;
    std::vector<int> first;  ///< of each point, its x in q
    std::vector<double> inverse_mass;
    std::vector<Eigen::Vector3d> start, end;
  };
  const Body& body(int i) const { return bodies_[static_cast<std::size_t>(i)]; }

  double duration_;
  StepMotion motion_;
  std::vector<Body> bodies_;
};

}  // namespace plumb
