#pragma once

#include <memory>

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// A strip of a sheet that bends but does not stretch, flat without loads: wherever it is bent, it is a developable
/// surface, and its generators run across it. Its shape is `ribbon`: the unknowns are the normal curvature kappa of the
/// centreline and eta = twist / kappa, the cotangent of the angle between the generator and the centreline.
struct Ribbon : CurvedChain {
  Ribbon() { shape = CurvatureShape::ribbon; }
  double bend = 0;   ///< D w = E h^3 w / (12 (1 - nu^2)), N m^2
  double width = 0;  ///< w, m
};

/// E = (D w / 2) int kappa^2 (1 + eta^2)^2 V(w eta') ds, Wunderlich 1962 (strain/wunderlich.h), on elements with linear
/// kappa and eta (Charrondiere, Bertails-Descoubes, Neukirch and Romero 2020): a polynomial of degree six along each,
/// so four Gauss points are exact. |w eta'| < 2; beyond, the element is outside its domain.
///
/// Where the strip is flat, eta means nothing and has no stiffness: the energy is of degree two in kappa, whatever eta
/// is. The Hessian, and neither value nor gradient, holds eta there as a curvature of kStillFlat / length would. So
/// Newton's method moves eta as soon as the strip is bent by more than that, and what it finds is an equilibrium of the
/// energy above; but the negative modes of a flat stretch are counted with its generators held (docs/ribbon.md).
std::shared_ptr<const Energy> ribbon_elasticity(const Ribbon& ribbon, CurvedPlace place);

/// A strip that is bent by less than this, times its length, counts as flat.
inline constexpr double kStillFlat = 1e-9;

}  // namespace plumb
