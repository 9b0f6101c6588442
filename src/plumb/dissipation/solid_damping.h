#pragma once

#include <array>
#include <memory>
#include <vector>

#include <plumb/dissipation/dissipation.h>
#include <plumb/energy/solid/solid_law.h>
#include <plumb/strain/tetrahedron.h>

namespace plumb {

/// Viscosity of solids (Kelvin and Voigt): Green's strain of each tetrahedron resists its rate with the moduli at small
/// strain times a relaxation time, s:
///   D = relaxation V (mu |dE/dt|^2 + lambda/2 tr^2 dE/dt),   E = (F^T F - 1)/2.
std::shared_ptr<const Dissipation> solid_damping(const SolidMaterial& material,
                                                 const std::vector<std::array<int, 12>>& stencils,
                                                 std::vector<RestTetrahedron> tetrahedra, double relaxation);

}  // namespace plumb
