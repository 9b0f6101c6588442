#pragma once

#include <functional>
#include <vector>

#include <judge/question/scenario.h>
#include <plumb/model/model.h>

namespace codes {

/// The strip of a scenario that asks to push one, in SI units: what all discretisations of it are made from. It hangs
/// from a clamp that points down, the ground is z = 0, and it bends towards x.
struct StripToPush {
  /// The clamp is where the end of an inextensible strip, bent by `bent_at_first`, touches the ground.
  StripToPush(const judge::Scenario& scenario, double bent_at_first);

  judge::Scenario scenario;
  double mu;
  double length, width, thickness;  ///< m
  double young, density;            ///< Pa; kg/m^3
  double bending;                   ///< EI, N m^2
  double mass_per_length;           ///< kg/m
  double bent;                      ///< eps_y by which the strip is bent at first, in the mode below
  double height;                    ///< m, of the clamp
  double relaxation = 0;            ///< viscosity over stiffness of every strain, s

  int n() const { return scenario.knobs.n; }
  double unit_time() const;   ///< L^2 sqrt(rho A/(EI)), s
  double unit_force() const;  ///< EI/L^2, N

  /// Returns the angle with the vertical at s (in L) in the buckling mode of the clamped and pinned strip:
  /// theta = r (1 - cos(k (1 - s))/cos k), tan k = k, eps_y = (r k/2)^2. Straight behind the clamp, s < 0.
  double angle(double s) const;
  double curvature(double s) const;  ///< d theta/ds, over 1/L
  /// Returns how far a point at s (in L) of the strip's middle is from the clamp, m.
  Eigen::Vector3d place(double s) const;
};

/// Returns the strip with another section (in L), with the same bending stiffness and mass for each length: what happens
/// in its plane does not depend on the width, nor, while it is thin, on the thickness.
StripToPush with_section(const StripToPush& strip, double width, double thickness);

/// A strip as a code discretises it.
struct PushedBody {
  plumb::Model model;
  plumb::Pose upright;    ///< of the clamp, clamps[0] of the loads
  plumb::State bent;      ///< in the buckling mode of the clamped and pinned strip
  double clearance = 0;   ///< m, of the tip's centre above the ground when it touches
  std::vector<int> tip;   ///< points of the embedding that touch the ground
  std::vector<int> line;  ///< points of the embedding along the strip, where these are not all

  /// Returns the mean of the tip's points, m.
  Eigen::Vector3d tip_at(const plumb::State& state) const;
};
using Discretise = std::function<PushedBody(const StripToPush& strip)>;

/// A planar Super-Helix of n curvatures.
PushedBody super_helix_strip(const StripToPush& strip);
/// A Discrete Elastic Rod of n edges, confined to its plane.
PushedBody elastic_rod_strip(const StripToPush& strip);
/// Returns a strip whose tip touches the ground, to rounding: the clamp is where that takes it.
PushedBody on_the_ground(StripToPush strip, const Discretise& discretise);

}  // namespace codes
