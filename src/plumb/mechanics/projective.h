#pragma once

#include <span>

namespace plumb {

/// An energy that is a sum of squared distances, as Projective Dynamics wants it (Bouaziz et al. 2014, eq. 8): of each
/// element
///   w/2 |A x - p|^2,   p the projection of A x onto a set,
/// with A linear in the element's points and the same for their x, y and z. A stencil (mechanics/energy.h) lists
/// points, three consecutive unknowns each. The gradient is w A^T (A x - p), and w A^T A bounds the Hessian from above.
class Projective {
 public:
  virtual ~Projective() = default;
  /// Writes w A^T A on the points of an element, the lower triangle row by row.
  virtual void bound(int element, std::span<double> packed) const = 0;
};

}  // namespace plumb
