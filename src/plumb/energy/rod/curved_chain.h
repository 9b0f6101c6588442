#pragma once

// Inextensible, unshearable rods whose unknowns are curvatures: chains of elements from a clamp, which is a pose of the
// loads, to a free end.

#include <cstddef>
#include <vector>

namespace plumb {

/// What the unknowns of a chain are and how curvatures vary along an element.
enum class CurvatureShape {
  constant,  ///< (kappa_1, kappa_2, twist) of each element, a helix: Bertails et al. 2006, Super-Helix
  linear,    ///< the same at each node, linear between: Casati and Bertails-Descoubes 2013, Super-Clothoid
  ribbon     ///< (kappa, eta) at each node, both linear between: kappa_2 = kappa, twist = kappa eta, and kappa_1 = 0;
             ///< Charrondiere et al. 2020, Super-Ribbon
};

/// What one sees of a rod of curvatures without its elasticity. Curvatures and twist are in 1/m.
struct CurvedChain {
  CurvatureShape shape = CurvatureShape::constant;
  std::vector<double> lengths;  ///< of the elements, m
  double mass_per_length = 0;   ///< kg/m

  int n_elements() const { return static_cast<int>(lengths.size()); }
  /// Returns how many unknowns one element, or one node, has of its own.
  int stride() const { return shape == CurvatureShape::ribbon ? 2 : 3; }
  /// Returns how many unknowns an element depends on; neighbours share those of the node between them.
  int per_element() const { return shape == CurvatureShape::constant ? stride() : 2 * stride(); }
  int n_unknowns() const { return stride() * (n_elements() - 1) + per_element(); }
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
CurvedPoint curved_point(const CurvedChain& chain, double at);

}  // namespace plumb
