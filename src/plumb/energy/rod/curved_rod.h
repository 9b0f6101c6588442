#pragma once

// The elasticity of inextensible rods whose unknowns are curvatures and twist, Bertails et al. 2006 (Super-Helix) and
// Casati and Bertails-Descoubes 2013 (Super-Clothoid).

#include <memory>
#include <vector>

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// What a rod of curvatures is made of. Its shape is constant or linear.
struct CurvedRod : CurvedChain {
  double bend_1 = 0, bend_2 = 0, twist = 0;  ///< E I_1, E I_2, G J: N m^2
  double spin_inertia = 0;                   ///< rho (I_1 + I_2), kg m: of rods that move
  std::vector<double> natural;               ///< like the rod's unknowns
};

/// Is the natural shape in the plane of the clamp's tangent and first director: kappa_2 and twist zero?
bool is_flat(const CurvedRod& rod);

/// E = 1/2 int EI_1 (kappa_1 - natural)^2 + EI_2 (kappa_2 - natural)^2 + GJ (twist - natural)^2 ds, exactly. Quadratic.
std::shared_ptr<const Energy> curved_rod_elasticity(const CurvedRod& rod, CurvedPlace place);

}  // namespace plumb
