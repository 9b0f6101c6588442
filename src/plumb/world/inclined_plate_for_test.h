#pragma once

#include <cmath>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/shell.h>
#include <plumb/world/world_march.h>

namespace plumb {

/// A stiff plate that lies on an inclined plane, which rises along x by `slope` rad. It starts a hair's breadth below
/// nothing: its surface is on the plane's.
struct InclinedPlate {
  static constexpr double kLength = 0.1, kThickness = 5e-3;  // m
  static constexpr double kGravity = 9.81;                   // m/s^2

  explicit InclinedPlate(double slope, double mu, double heading = 0, Method method = Method::backward_euler) {
    const Eigen::Matrix3d turn =
        (Eigen::AngleAxisd(heading, Eigen::Vector3d::UnitZ()) * Eigen::AngleAxisd(-slope, Eigen::Vector3d::UnitY()))
            .toRotationMatrix();
    uphill = turn.col(0);
    ShellSpec spec;
    spec.rest = rectangle_mesh({.length = kLength, .width = kLength, .nx = 2, .ny = 2});
    for (Eigen::Vector3d& x : spec.rest.points) x = turn * (x + Eigen::Vector3d(0, 0, 0.5 * kThickness));
    spec.material = {kThickness, 1e9, 0.3};
    model = shell(spec);
    model.initial.loads.gravity = {0, 0, -kGravity};
    state = model.initial;
    programme = [loads = model.initial.loads](double) { return loads; };
    around.obstacles = {{PlaneShape{}, 0}};
    ObstacleMotion still;
    still.poses = {{Eigen::Vector3d::Zero(), turn.col(0), turn.col(1)}};
    around.motion = [still](double) { return still; };
    around.friction.elsewhere = mu;
    stepper = make_stepper(model, method);
  }

  WorldMarchOutcome march_to(double until, double dt) {
    const Toucher one[] = {{*stepper, state, programme, false}};
    return march(one, around, touches, until, dt);
  }

  /// Returns how far the middle of the plate has come uphill, m.
  double way_uphill() const { return uphill.dot(middle(state) - middle(model.initial)); }
  double speed_uphill() const { return uphill.dot(mean(state.v)); }
  double mass() const { return 1000 * kLength * kLength * kThickness; }

  Eigen::Vector3d mean(const Eigen::VectorXd& v) const {
    const auto x = model.embedding->points_at(v, {});
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& one : x) sum += one;
    return sum / static_cast<double>(x.size());
  }
  Eigen::Vector3d middle(const State& s) const { return mean(s.q); }

  Model model;
  State state;
  Programme programme;
  Surroundings around;
  std::vector<Touch> touches;
  std::unique_ptr<Stepper> stepper;
  Eigen::Vector3d uphill;
};

}  // namespace plumb
