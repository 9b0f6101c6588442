#pragma once

// Plane stress of the vertical plate 0 <= x <= 1, |z| <= w/2 under its own weight, one per unit area along -z: clamped
// at x = 0, free elsewhere, by the force method. Equilibrium and the free edges hold exactly for
//   N_xx = 6 z (1-x)^2/w^2 + F_zz,  N_xz = -6 (1-x) (1/4 - z^2/w^2) - F_xz,  N_zz = z (4 z^2/w^2 - 1)/2 + F_xx
// with any F for which F = F_n = 0 on the free edges: a beam's stress and what the clamp adds to it. Among these the
// true stress has the least complementary energy
//   int N_xx^2 + N_zz^2 - 2 nu N_xx N_zz + 2 (1 + nu) N_xz^2 dx dz.
// It does not depend on E h. By symmetry F is odd in z: the upper half is enough.

#include <judge/protocols/lateral_buckling/plate_form.h>

namespace judge {

/// Membrane forces at the points of a grid.
struct MembraneStress {
  Eigen::MatrixXd xx, xz, zz;
};

/// `upper` covers 0 <= x <= 1, 0 <= z <= w/2; F has this degree in x and in z.
MembraneStress self_weight_stress(const PlateGrid& upper, double nu, int degree);

}  // namespace judge
