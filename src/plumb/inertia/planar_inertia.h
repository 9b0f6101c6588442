#pragma once

#include <memory>

#include <plumb/energy/rod/curved_rod.h>
#include <plumb/mechanics/inertia.h>

namespace plumb {

/// The kinetic energy of inertia/curved_inertia.h for a Super-Helix that stays in the plane of its clamp's tangent and
/// director: kappa_1 alone changes, kappa_2 and the twist are zero. By the same Gauss points, in closed form: momentum
/// and force take one sweep, the mass matrix O(n^2). The clamp may move in any way.
std::shared_ptr<const Inertia> planar_rod_inertia(const CurvedRod& rod, CurvedPlace place);

}  // namespace plumb
