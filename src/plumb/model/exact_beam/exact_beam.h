#pragma once

#include <array>
#include <map>
#include <vector>

#include <plumb/energy/rod/exact_beam.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/model_builder.h>

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
  double contact_radius = 0;   ///< m, of what can touch
};

/// Nodes of a beam that other parts of the model have already: from the number of the node to its unknowns. Beams that
/// share a node with its turns are joined rigidly, at any angle; those that share only its place, as by a ball.
struct SharedBeamNode {
  int x;          ///< the first coordinate in q
  int turn = -1;  ///< the first unknown of its rotation; -1: not shared
};
using SharedBeamNodes = std::map<int, SharedBeamNode>;

/// A beam in a model.
struct BeamParts {
  BeamNodes nodes;
  std::vector<std::array<int, 3>> elements;   ///< first, middle and last node of each
  std::vector<std::size_t> clamps, wrenches;  ///< places in the loads, in the order of the specification

  int n_nodes() const { return static_cast<int>(nodes.x.size()); }
  SharedBeamNode node(int i) const { return {nodes.x[static_cast<std::size_t>(i)], nodes.rotations->turn(i)}; }
};

/// Adds a beam in its natural shape, which starts at this pose; the clamps hold nodes, each at a pose of the loads.
/// Nodes that are shared must lie where the shape puts them.
BeamParts add_exact_beam(ModelBuilder& builder, const BeamSpec& spec, const Pose& start = {},
                         const SharedBeamNodes& shared = {});

/// Returns a model of one beam.
Model exact_beam(const BeamSpec& spec, const Pose& start = {});

/// Returns the nodes and elements of the model of one beam of this specification.
BeamParts parts_of_one_beam(const BeamSpec& spec);

/// Returns the integral of |twist - natural twist|, rad, by the points at which the energy sees it.
double total_twist(const BeamSpec& spec, const State& state);

}  // namespace plumb
