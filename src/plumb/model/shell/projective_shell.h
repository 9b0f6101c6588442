#pragma once

#include <plumb/model/shell/shell.h>

namespace plumb {

/// The weights of Projective Dynamics on a shell (Romero et al. 2021, section 7.1). The third one, of gravity, is the
/// weight of each point: a third of the triangles around it.
struct ProjectiveWeights {
  double stretch = 0;  ///< S, N/m (energy/shell/projected_stretch.h)
  double bend = 0;     ///< B, N m (energy/shell/mean_curvature.h)
};

/// Returns S = E h and B = alpha D of a sheet, D = E h^3 / (12 (1 - nu^2)).
ProjectiveWeights projective_weights(const SheetMaterial& material, double alpha);

/// The alpha that rolls up a sheet as D does, which is also what Romero et al. found by fitting.
inline constexpr double kRollingAlpha = 0.25;

/// Returns the shell of `spec` with the projected terms in place of its membrane and bending: points, masses, weight
/// and clamps are the shell's own. What holds a direction is the row of points behind a clamped one, which is held with
/// it and bends as an interior one: the plane of the clamp is halfway between the two rows. Throws UserError for what
/// has no projected counterpart: viscosity, thicknesses that differ, planes of symmetry.
Model projective_shell(const ShellSpec& spec, const ProjectiveWeights& weights);

}  // namespace plumb
