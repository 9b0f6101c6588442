#pragma once

namespace plumb {

/// A cross-section: moments about its centre, y1 along the first material director, y2 along the second. SI.
struct RodSection {
  double area = 0;       ///< m^2
  double inertia_1 = 0;  ///< integral of y1^2, m^4: resists kappa_1
  double inertia_2 = 0;  ///< integral of y2^2, m^4: resists kappa_2
  double torsion = 0;    ///< Saint-Venant's constant J, m^4

  static RodSection circle(double radius);
  static RodSection ellipse(double semi_axis_1, double semi_axis_2);
  /// width along the first director, height along the second.
  static RodSection rectangle(double width, double height);
};

/// Stiffness per unit length of a rod.
struct RodStiffness {
  double stretch = 0;          ///< EA, N
  double bend_1 = 0;           ///< EI_1, N m^2
  double bend_2 = 0;           ///< EI_2, N m^2
  double twist = 0;            ///< GJ, N m^2
  double mass_per_length = 0;  ///< rho A, kg/m
  double spin_inertia = 0;     ///< rho (I_1 + I_2), kg m: against spinning about the tangent
};

/// Returns the stiffness of an isotropic material: Young's modulus (Pa), Poisson's ratio, density (kg/m^3); G = E / (2
/// (1 + nu)).
RodStiffness rod_stiffness(const RodSection& section, double young, double poisson, double density);

}  // namespace plumb
