#pragma once

// Viscosity of shells (Kelvin and Voigt): every strain resists its rate with its stiffness times a relaxation time.

#include <array>
#include <memory>
#include <vector>

#include <plumb/dissipation/dissipation.h>
#include <plumb/energy/shell/hinge.h>
#include <plumb/energy/shell/koiter_membrane.h>
#include <plumb/energy/shell/mirrored_bending.h>

namespace plumb {

/// On the first forms of triangles, with the moduli at small strain; the arguments are those of the energy.
/// relaxation: s.
std::shared_ptr<const Dissipation> membrane_damping(const std::vector<std::array<int, 9>>& stencils,
                                                    const std::vector<MembraneTriangle>& triangles, double relaxation);

/// On the bends of triangles' edges. Mirrors that move with a clamp turn with its spin, from the rates of the loads.
std::shared_ptr<const Dissipation> koiter_bending_damping(EdgeBend kind, std::vector<std::array<int, 21>> stencils,
                                                          std::vector<MirroredTriangle> triangles, double relaxation);

/// On the angles of hinges between two triangles.
std::shared_ptr<const Dissipation> hinge_damping(const std::vector<std::array<int, 12>>& stencils,
                                                 const std::vector<HingeLaw>& laws, double relaxation);

/// On those of half hinges at mirrors.
std::shared_ptr<const Dissipation> mirrored_hinge_damping(std::vector<std::array<int, 9>> stencils,
                                                          std::vector<HingeLaw> laws, std::vector<Mirror> mirrors,
                                                          double relaxation);

}  // namespace plumb
