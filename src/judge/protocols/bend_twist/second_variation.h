#pragma once

#include <judge/protocols/bend_twist/planar_rod.h>

namespace judge {

/// What a rod's section and material are to the frontier: stiffnesses over that of bending in the plane of the circle.
struct BendTwistRod {
  double side = 1;   ///< E I of bending out of that plane
  double twist = 1;  ///< G J
  bool operator==(const BendTwistRod&) const = default;
};

/// Does a planar equilibrium resist leaving its plane?
struct LateralStiffness {
  /// Negative modes of the rod with its free end held.
  int n_negative = 0;
  /// The lowest stiffness of the free end against small rotations (tilt and twist) out of the plane, over EI/R. With
  /// n_negative = 0 the planar shape is stable where it is positive, and the frontier is where it vanishes.
  double tip = 0;

  bool stable() const { return n_negative == 0 && tip > 0; }
};

LateralStiffness lateral_stiffness(const PlanarRod& rod, const BendTwistRod& stiffness);

}  // namespace judge
