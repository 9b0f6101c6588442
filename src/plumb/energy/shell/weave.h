#pragma once

#include <cmath>

#include <Eigen/Core>

#include <plumb/core/status.h>
#include <plumb/energy/shell/sheet_material.h>
#include <plumb/strain/koiter_triangle.h>

namespace plumb {

/// The moduli of a woven sheet in its plane, as of an orthotropic material in plane stress (Jones 1999, chapter 2), with
/// Green's strains along warp and weft:
///   W = 1/2 (Q11 e1^2 + 2 Q12 e1 e2 + Q22 e2^2 + G (2 e12)^2),   J/m^3,
///   Q11 = E1/(1 - n), Q22 = E2/(1 - n), Q12 = nu E2/(1 - n), n = nu^2 E2/E1.
struct Weave {
  double warp = 1e6, weft = 1e6;  ///< E1, E2: Young's moduli along the threads, Pa
  double shear = 4e5;             ///< G between the threads, Pa
  double poisson = 0;             ///< nu: how much it narrows along the weft when pulled along the warp

  /// Is it stable: is W positive for all strains?
  bool stable() const { return warp > 0 && weft > 0 && shear > 0 && poisson * poisson * weft < warp; }
  /// G of a weave that is pulled along the bias, at 45 degrees to its threads: 1/E45 = (1/E1 + 1/E2 + 1/G - 2 nu/E1)/4.
  /// Not positive: no weave has such a modulus.
  static double shear_of_bias(double warp, double weft, double poisson, double bias) {
    return 1 / (4 / bias - 1 / warp - 1 / weft + 2 * poisson / warp);
  }
};

/// A weave on one triangle: its warp runs along cos e1/|e1| + sin (n x e1)/|e1| of the rest shape.
struct WeaveOnTriangle {
  Weave weave;
  double cosine = 1, sine = 0;  ///< of the angle from the side e1 = x1 - x0 to the warp
};

/// The matrix H of W = 1/2 m^T H m / 4, for a change m = (m11, m12, m22) of the first form: Green's strain is half of
/// it. Pa/m^4, as plane_stress.
inline Eigen::Matrix3d woven_stress(const WeaveOnTriangle& on, const TriangleForm<double>& rest) {
  const Weave& weave = on.weave;
  const double det = rest.e11 * rest.e22 - rest.e12 * rest.e12;
  ENSURE(weave.stable() && det > 0);
  // A direction d has the coordinates (d.g1, d.g2) on the sides, with g the dual basis.
  const double length = std::sqrt(rest.e11), height = std::sqrt(det) / length, lean = rest.e12 / length;
  const auto on_sides = [&](double along, double across) {
    return Eigen::Vector2d((along - lean * across / height) / length, across / height);
  };
  const Eigen::Vector2d warp = on_sides(on.cosine, on.sine), weft = on_sides(-on.sine, on.cosine);
  Eigen::Matrix3d strains;                                                 // e1, e2, 2 e12 of m, times two
  strains << warp[0] * warp[0], 2 * warp[0] * warp[1], warp[1] * warp[1],  //
      weft[0] * weft[0], 2 * weft[0] * weft[1], weft[1] * weft[1],         //
      2 * warp[0] * weft[0], 2 * (warp[0] * weft[1] + warp[1] * weft[0]), 2 * warp[1] * weft[1];
  const double rest_part = 1 - weave.poisson * weave.poisson * weave.weft / weave.warp;
  Eigen::Matrix3d moduli = Eigen::Matrix3d::Zero();
  moduli(0, 0) = weave.warp / rest_part;
  moduli(1, 1) = weave.weft / rest_part;
  moduli(0, 1) = moduli(1, 0) = weave.poisson * weave.weft / rest_part;
  moduli(2, 2) = weave.shear;
  return strains.transpose() * moduli * strains;
}

}  // namespace plumb
