#pragma once

// The plate's bilinear form on products phi_i(x) psi_k(z),
//   a_nu(f, f) = int (f_xx + f_zz)^2 - 2 (1 - nu) (f_xx f_zz - f_xz^2) dx dz.
// With the deflection as f it is twice the bending energy over D; with the stress function as f and -nu for nu, twice
// the complementary energy of plane stress times E h.

#include <judge/protocols/lateral_buckling/curvature_basis.h>

namespace judge {

/// Points of a rectangle: rows of a table follow x, columns follow z.
struct PlateGrid {
  GaussGrid x, z;
};

/// All products of a function of x and one of z; the function of z is the faster index of an unknown.
struct PlateBasis {
  Basis x, z;

  Eigen::Index size() const { return x.size() * z.size(); }
};

Eigen::MatrixXd plate_form(const PlateBasis& basis, const PlateGrid& grid, double nu);

}  // namespace judge
