#pragma once

#include <memory>

#include <plumb/energy/rod/curved_rod.h>
#include <plumb/mechanics/inertia.h>

namespace plumb {

/// The kinetic energy of a rod of curvatures,
///   T = 1/2 int rho A |velocity|^2 + rho (I_1 + I_2) (spin about the tangent)^2 ds,
/// by Gauss points on each element. Between them linear curvatures are taken as constant, which moves a point by some
/// millionths of what the element bends: nothing beside the error of the elements. Velocities are those in space: the
/// clamp may move (Loads::clamp_rates). Mass and momentum depend on all unknowns of the rod; momentum and force take O(n) by one sweep
/// down the rod and one up, the mass matrix O(n^3) with a small factor.
///
/// `planar`: only kappa_1 ever changes. Momentum and force are then those of kappa_1 alone, at half the cost.
std::shared_ptr<const Inertia> curved_rod_inertia(const CurvedRod& rod, CurvedPlace place, bool planar = false);

}  // namespace plumb
