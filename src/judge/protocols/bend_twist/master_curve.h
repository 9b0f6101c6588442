#pragma once

// The master curve of Bend-Twist, section 4.3: where a naturally circular rod (radius R, length L = phi R, round
// section) that hangs from a vertical clamp leaves its plane. Two numbers say all: turns = phi / 2 pi and x =
// Gamma^(1/3) / phi, that is x^3 = rho A g R^3 / (E I); besides, GJ/EI = 1/(1 + nu). A rod of another section has two
// more, its stiffnesses against bending sideways and twist. The planar shape exists always; it
// is seen (2D) where its second variation out of the plane is positive, and replaced by a twisted one (3D) where it is
// not.
//
// Which planar shape: the coil under a small weight is the only one, and so is the straight rod with a hook under a
// large one. Between them, for turns above 1.13 and x below 0.451, the loops go one after the other through folds and
// two shapes stable within the plane may coexist; but all this happens inside the 3D region, so the frontier is that
// of the coil on its left side and that of the hook on its right side, and no choice is left.

#include <optional>
#include <vector>

#include <judge/protocols/bend_twist/second_variation.h>

namespace judge {

/// Returns the stiffnesses of a circular section, the same at any radius.
BendTwistRod round_rod(double nu);
/// Returns those of a rectangle whose thickness lies in the plane of the natural circle. Throws UserError for nu outside
/// [0, 0.5] and for a thickness above the width.
BendTwistRod rectangular_rod(double width, double thickness, double nu);
/// Returns Saint-Venant's constant J of a rectangle, over width thickness^3, to rounding.
double rectangle_torsion(double width, double thickness);

/// At a given number of turns: 3D for lower < x < upper, 2D at any x where there is no crossing.
struct BendTwistCrossings {
  std::optional<double> lower, upper;

  bool planar_is_stable(double x) const { return !lower || x < *lower || x > *upper; }
};

/// Turns from 0.05 to 10. `lower` leaves the protocol's plot box (x >= 0.105) for long rods: it is given all the same.
inline constexpr double bend_twist_turns_min = 0.05;
inline constexpr double bend_twist_turns_max = 10;
inline constexpr double bend_twist_nu_paper = 0.5;

/// Relative error at most 1e-6. Throws UserError for turns outside the range above and for nu outside [0, 0.5].
BendTwistCrossings bend_twist_frontier(double turns, double nu = bend_twist_nu_paper);
/// Not for rods much stiffer sideways than in the plane: where the coil unrolls before it leaves the plane, the frontier
/// depends on the way, and this ends with an ENSURE. At a width of 1.25 thicknesses it does not.
BendTwistCrossings bend_twist_frontier(double turns, const BendTwistRod& rod);

/// For one point; for many at the same turns ask the crossings.
bool bend_twist_planar_is_stable(double turns, double x, double nu = bend_twist_nu_paper);

/// The tip of the 3D region: shorter rods stay planar under any weight. There lower and upper meet.
struct BendTwistTip {
  double turns = 0;  ///< relative error at most 1e-6
  double x = 0;      ///< to about 1e-4: the frontier is vertical here
};
BendTwistTip bend_twist_tip(double nu = bend_twist_nu_paper);
BendTwistTip bend_twist_tip(const BendTwistRod& rod);

/// The 23 values of Algorithm 3, geometric from 0.3 to 10.
std::vector<double> bend_twist_samples();

}  // namespace judge
