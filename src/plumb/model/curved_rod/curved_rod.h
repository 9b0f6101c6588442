#pragma once

#include <vector>

#include <plumb/energy/rod/curved_rod.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/curved_rod/curved_shape.h>
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
  double contact_radius = 0;        ///< m, of what can touch
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

}  // namespace plumb
