#pragma once

#include <vector>

#include <Eigen/Core>

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/mechanics/state.h>

namespace plumb {

/// Positions and frames along a rod of curvatures: where elements meet, and `per_element` - 1 times between.
struct CurvedRodShape {
  std::vector<Eigen::Vector3d> positions;
  std::vector<Eigen::Matrix3d> frames;  ///< columns: tangent, first and second director

  const Eigen::Vector3d& tip() const { return positions.back(); }
};
/// Returns the shape of a rod; without a place, that of the one rod of a model.
CurvedRodShape shape(const CurvedChain& rod, const State& state, int per_element = 1, CurvedPlace place = {});

/// Returns (kappa_1, kappa_2, twist) at a fraction of an element, 1/m.
Eigen::Vector3d curvatures_at(const CurvedChain& rod, const State& state, int element, double fraction,
                              CurvedPlace place = {});

/// Returns the integral of |twist| along the rod, rad.
double total_twist(const CurvedChain& rod, const State& state, CurvedPlace place = {});

}  // namespace plumb
