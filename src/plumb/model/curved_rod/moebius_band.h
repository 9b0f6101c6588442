#pragma once

#include <numbers>
#include <vector>

#include <plumb/model/curved_rod/ribbon.h>
#include <plumb/model/held_point.h>

namespace plumb {

/// A Moebius band: an inextensible strip, flat by nature, whose end is joined to its start after half a turn (Starostin
/// and van der Heijden 2007, "The shape of a Moebius strip").
struct MoebiusSpec {
  double length = 2 * std::numbers::pi;  ///< m, of the centreline
  double width = 0.2;                    ///< m
  double rigidity = 1;                   ///< D = E h^3 / (12 (1 - nu^2)), N m
  int n_elements = 50;                   ///< of half the band
  double crowding = 0.9;  ///< elements at the seam are 1 - crowding times as long as they would be if all were equal
};

/// The band as a chain that begins at its inflexion: a ribbon with forces on its end, and on arms that stick out of it,
/// which hold it closed.
///
/// Half a turn makes the normal curvature change its sign somewhere; the chain begins there, with kappa = 0, and with a
/// generator that lies across, eta = 0, as the two-fold axis asks that goes through the band there. (Whoever does not
/// say where the chain begins has a band that glides along itself.) Force and moment in a chain without loads are those
/// of its end, and go through the seam without a jump: the closed chain is the free band, although it is held at the
/// seam like a clamped one.
struct MoebiusBand {
  Model model;  ///< begins as a guess that is not yet closed
  Ribbon ribbon;
  std::vector<HeldPoint> closure;  ///< conditions on the end, for hold (solve/held_points.h)

  double kappa(const State& state, int node) const { return state.q[2 * node]; }
  double eta(const State& state, int node) const { return state.q[2 * node + 1]; }
  /// Returns the arc length at a node, m.
  double arc(int node) const;
};

/// Returns the first half of a band, which begins along x, with its width along y, the two-fold axis. Four conditions:
/// the end is on the axis, and the band's normal there along it. What is found is a band of that symmetry.
MoebiusBand moebius_half(const MoebiusSpec& spec);

/// Returns a whole band of twice as many elements, which begins as `half` does and goes on by its symmetry. Six
/// conditions: place and frame of the end are those of the start, after half a turn. Nothing holds it to the symmetry.
MoebiusBand moebius_band(const MoebiusSpec& spec, const State& half);

/// Returns the ends of generators at an edge of a ribbon: `side` is 1 or -1 (0 is the centreline). A generator runs along
/// d_1 - eta t. With
/// `per_element` places on each element.
std::vector<Eigen::Vector3d> generator_ends(const Ribbon& ribbon, const State& state, int per_element, double side);

/// Returns how often the edge of a closed ribbon winds around its centreline: twist and writhe (Calugareanu, White and
/// Fuller), the latter by Gauss's integral over chords. Half an odd number of a Moebius band, but for the chords' error.
double linking_number(const Ribbon& ribbon, const State& closed);

}  // namespace plumb
