#pragma once

#include <vector>

#include <plumb/energy/rod/curved_rod.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// An inextensible, unshearable rod whose unknowns are its curvatures and twist: the Super-Helix (constant on each
/// element) or the Super-Clothoid (linear on each, continuous). It starts at a clamp; the other end is free.
struct CurvedRodSpec {
  CurvedRod rod = {};
  bool planar = false;  ///< keep kappa_1 alone: the rod stays in the plane of its tangent and first director
  std::vector<double> loaded = {};  ///< where wrenches of the loads act, arc length, m
  double relaxation = 0;            ///< viscosity over stiffness of every strain, s
  int points_per_element = 1;       ///< of the embedding
};

/// A rod of curvatures in a model.
struct CurvedRodParts {
  CurvedPlace place;
  std::vector<std::size_t> wrenches;  ///< places in the loads, in the order of the specification
};

/// Adds a rod in its natural shape, which starts at this pose.
CurvedRodParts add_curved_rod(ModelBuilder& builder, const CurvedRodSpec& spec, const Pose& start = {});

/// Returns a model of one rod.
Model curved_rod(const CurvedRodSpec& spec, const Pose& start = {});

/// Positions and frames along the rod: where elements meet, and `per_element` - 1 times between.
struct CurvedRodShape {
  std::vector<Eigen::Vector3d> positions;
  std::vector<Eigen::Matrix3d> frames;  ///< columns: tangent, first and second director

  const Eigen::Vector3d& tip() const { return positions.back(); }
};
/// Returns the shape of a rod; without a place, that of the one rod of a model.
CurvedRodShape shape(const CurvedRod& rod, const State& state, int per_element = 1, CurvedPlace place = {});

/// Returns the integral of |twist| along the rod, rad.
double total_twist(const CurvedRod& rod, const State& state, CurvedPlace place = {});

}  // namespace plumb
