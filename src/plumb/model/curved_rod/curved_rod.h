#pragma once

#include <vector>

#include <plumb/energy/rod/curved_rod.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/model.h>

namespace plumb {

/// An inextensible, unshearable rod whose unknowns are its curvatures and twist: the Super-Helix (constant on each
/// element) or the Super-Clothoid (linear on each, continuous). It starts at a clamp, pose 0 of the loads; the other
/// end is free. `planar` keeps kappa_1 alone: the rod stays in the plane of its clamp's tangent and first director.
/// Wrenches of the loads act at the arc lengths `loaded`; `relaxation` is viscosity over stiffness, s.
Model curved_rod(const CurvedRod& rod, const Pose& start = {}, bool planar = false,
                 const std::vector<double>& loaded = {}, double relaxation = 0);

/// Positions and frames along the rod: where elements meet, and `per_element` - 1 times between.
struct CurvedRodShape {
  std::vector<Eigen::Vector3d> positions;
  std::vector<Eigen::Matrix3d> frames;  ///< columns: tangent, first and second director

  const Eigen::Vector3d& tip() const { return positions.back(); }
};
CurvedRodShape shape(const CurvedRod& rod, const State& state, int per_element = 1);

/// The integral of |twist| along the rod, rad.
double total_twist(const CurvedRod& rod, const State& state);

}  // namespace plumb
