#pragma once

// Viscosity of rods (Kelvin and Voigt): every strain of a rod resists its rate with its stiffness times a relaxation
// time, so a free vibration of frequency omega decays like exp(-relaxation omega^2 t / 2).

#include <array>
#include <memory>
#include <vector>

#include <plumb/dissipation/dissipation.h>
#include <plumb/energy/rod/curved_rod.h>
#include <plumb/energy/rod/edge_stretch.h>
#include <plumb/energy/rod/exact_beam.h>
#include <plumb/energy/rod/rod_bend_twist.h>

namespace plumb {

/// Resists stretching of edges; the arguments are those of the energy. relaxation: s.
std::shared_ptr<const Dissipation> edge_stretch_damping(const std::vector<std::array<int, 6>>& stencils,
                                                        const std::vector<EdgeLaw>& laws, double relaxation);

/// Resists bending and twisting at the vertices of a discrete elastic rod.
std::shared_ptr<const Dissipation> rod_bend_twist_damping(std::shared_ptr<const RodVertices> vertices,
                                                          const std::vector<RodVertexLaw>& laws, double relaxation);

/// Resists changes of the curvatures and twist that are the unknowns of a rod of curvatures.
std::shared_ptr<const Dissipation> curved_rod_damping(const CurvedRod& rod, CurvedPlace place, double relaxation);

/// Resists stretch, shear, bending and twist of a geometrically exact beam; `of` has the nodes of its elements.
std::shared_ptr<const Dissipation> exact_beam_damping(const BeamNodes& nodes, const std::vector<std::array<int, 3>>& of,
                                                      const std::vector<BeamLaw>& laws, double relaxation);

}  // namespace plumb
