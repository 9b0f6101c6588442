#pragma once

#include <vector>

#include <plumb/energy/rod/ribbon.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/curved_rod/curved_shape.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// What the clamp at the start of a ribbon holds besides the place and the frame of its centreline.
enum class RibbonClamp {
  edge,       ///< the whole edge: the generator there lies along it, eta = 0
  centreline  ///< nothing: the generator there is free
};

/// The Super-Ribbon: an inextensible strip, flat without loads, that starts at a clamp; the other end is free. Its
/// width runs along the first director of the clamp. Statics only: a flat strip has no stiffness and
/// no inertia in eta.
struct RibbonSpec {
  Ribbon ribbon = {};
  RibbonClamp clamp = RibbonClamp::edge;
  std::vector<double> loaded = {};  ///< where wrenches of the loads act on the centreline, arc length, m
  int points_per_element = 1;       ///< of the embedding
  double contact_radius = 0;        ///< m, of what can touch: the centreline
};

/// A ribbon in a model.
struct RibbonParts {
  CurvedPlace place;
  std::vector<std::size_t> wrenches;  ///< places in the loads, in the order of the specification
};

/// Adds a flat ribbon that starts at this pose.
RibbonParts add_ribbon(ModelBuilder& builder, const RibbonSpec& spec, const Pose& start = {});

/// Returns a model of one ribbon.
Model ribbon(const RibbonSpec& spec, const Pose& start = {});

}  // namespace plumb
