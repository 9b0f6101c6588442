#pragma once

// Buckling of the vertical plate under its own weight, by the Ritz method with piecewise polynomials of high degree:
//   a_nu(v, v) + Gamma* int N_xx v_x^2 + 2 N_xz v_x v_z + N_zz v_z^2 dx dz = 0,   v = v_x = 0 at x = 0,
// with the plate's form a_nu and the stress N of a unit weight. Under the reflection z -> -z N_xx and N_zz are odd and
// N_xz is even, so the stress couples only deflections even in z to odd ones:
//   K_even p + Gamma* B q = 0,   K_odd q + Gamma* B^T p = 0,
// and 1/Gamma* is the largest singular value of K_even^(-1/2) B K_odd^(-1/2). The sign of gravity does not matter.

namespace judge {

/// How finely the plate is divided. At the corners of the clamp the stress is singular (for nu > 0), so elements shrink
/// geometrically towards them.
struct PlateResolution {
  int degree = 7;               ///< of deflection and stress function on every element, in x and in z
  double first_element = 0.03;  ///< along x, of the width
  double growth = 4;            ///< largest ratio of the ends of neighbouring elements along x
  int n_elements_z = 3;         ///< from the centre line to the edge
  double shrinkage = 0.2;       ///< of the distance to the edge, from one element to the next
};

/// The smallest Gamma* at which the flat plate is no longer stable. Below widths of about 0.01 rounding takes over.
double plate_threshold(double width, double nu, const PlateResolution& resolution);

/// How far the middle of the free edge goes sideways, in units of L, per radian by which the clamp is tilted about the
/// plate's axis, for small tilts of a plate that is lighter than the threshold. Tilted, the plate feels a part of its
/// weight across: K v + Gamma* (stress) v = Gamma* int v, and the reflection makes
///   (K_even - Gamma*^2 B K_odd^-1 B^T) p = Gamma* f,
/// which grows without bound as the threshold comes near.
double tilted_plate_tip(double width, double nu, double gamma_star, const PlateResolution& resolution);

}  // namespace judge
