#pragma once

// Energies of inextensible rods whose unknowns are curvatures and twist, Bertails et al. 2006 (Super-Helix) and Casati
// and Bertails-Descoubes 2013 (Super-Clothoid). q holds triples (kappa_1, kappa_2, twist), 1/m: one per element where
// they are constant, one per node where they are linear. The rod starts at a clamp, which is a pose of the loads.

#include <cstddef>
#include <memory>
#include <vector>

#include <plumb/mechanics/energy.h>
#include <plumb/mechanics/layout.h>

namespace plumb {

/// How curvatures vary along an element.
enum class CurvatureShape { constant, linear };

/// What a rod of curvatures is made of.
struct CurvedRod {
  CurvatureShape shape = CurvatureShape::constant;
  std::vector<double> lengths;               ///< of the elements, m
  double bend_1 = 0, bend_2 = 0, twist = 0;  ///< E I_1, E I_2, G J: N m^2
  double mass_per_length = 0;                ///< kg/m
  double spin_inertia = 0;                   ///< rho (I_1 + I_2), kg m: of rods that move
  std::vector<double> natural;               ///< like the rod's unknowns

  int n_elements() const { return static_cast<int>(lengths.size()); }
  int n_unknowns() const { return 3 * (n_elements() + (shape == CurvatureShape::linear ? 1 : 0)); }
};

/// The place of a rod of curvatures in a model.
struct CurvedPlace {
  int first = 0;          ///< its first unknown in q; the others follow
  std::size_t clamp = 0;  ///< the pose of the loads at which it starts
};

/// A cross-section of the rod: at a fraction of an element, 0 < fraction <= 1.
struct CurvedPoint {
  std::size_t element = 0;
  double fraction = 1;
};
/// Returns the cross-section at an arc length, 0 < at <= the rod's length.
CurvedPoint curved_point(const CurvedRod& rod, double at);

/// E = 1/2 int EI_1 (kappa_1 - natural)^2 + EI_2 (kappa_2 - natural)^2 + GJ (twist - natural)^2 ds, exactly. Quadratic.
std::shared_ptr<const Energy> curved_rod_elasticity(const CurvedRod& rod, CurvedPlace place);

/// The weight, E = -rho A int g . r(s) ds, one term on all of the rod's unknowns. With w_i the gravity seen from the
/// frame at the start of element i, w_(i+1) = turn_i^T w_i, it is linear in w: E = w_0 . lambda_0, lambda_i = turn_i
/// lambda_(i+1) - rho A (l_beyond chord_i + moment_i). So the gradient takes one sweep down and one up, O(n), and the
/// exact Hessian, which is full, O(n^2).
std::shared_ptr<const Energy> curved_rod_weight(const CurvedRod& rod, CurvedPlace place);

/// A force on a cross-section, by the same sweeps: E = -force . r(at), a wrench of the loads.
std::shared_ptr<const Energy> curved_rod_force(const CurvedRod& rod, CurvedPlace place, CurvedPoint at,
                                               std::size_t wrench);

/// A moment on a cross-section, fixed in space. It has no potential: its value is zero, its gradient is minus its work,
/// and its Hessian is the symmetric part of its stiffness, which suffices to certify.
std::shared_ptr<const Energy> curved_rod_moment(const CurvedRod& rod, CurvedPlace place, CurvedPoint at,
                                                std::size_t wrench);

}  // namespace plumb
