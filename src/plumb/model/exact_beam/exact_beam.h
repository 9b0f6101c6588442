#pragma once

#include <vector>

#include <plumb/energy/exact_beam.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/model.h>

namespace plumb {

/// A geometrically exact beam of quadratic elements: it stretches, shears, bends and twists (Simo 1985). Nodes are
/// where elements meet and in their middles; each has a position and a rotation.
struct BeamSpec {
  std::vector<double> lengths;               ///< of the elements, m
  double stretch = 0, shear = 0;             ///< EA, k G A: N
  double bend_1 = 0, bend_2 = 0, twist = 0;  ///< E I_1, E I_2, G J: N m^2
  double mass_per_length = 0;                ///< kg/m
  /// Natural curvatures and twist of the whole beam, 1/m.
  double natural_kappa_1 = 0, natural_kappa_2 = 0, natural_twist = 0;
  double spin_inertia = 0;  ///< rho (I_1 + I_2), kg m; half of it against turning about each other axis
  std::vector<int> clamped_nodes = {0};
  std::vector<double> loaded;  ///< where wrenches of the loads act, arc length, m
  double relaxation = 0;       ///< viscosity over stiffness of every strain, s
};

/// Its natural shape starts at this pose; the clamps hold nodes, each at a pose of the loads.
Model exact_beam(const BeamSpec& spec, const Pose& start = {});

/// The free end.
Eigen::Vector3d beam_tip(const State& state);
/// The integral of |twist - natural twist|, rad, by the points at which the energy sees it.
double total_twist(const BeamSpec& spec, const State& state);

}  // namespace plumb
