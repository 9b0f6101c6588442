#pragma once

// Strains of a Kirchhoff-Love shell, whose normals stay straight, normal and as long as they are: Kiendl et al. 2009.
// They live at a point of the middle surface x(theta^1, theta^2) and depend on its first and second derivatives alone.

#include <array>
#include <cmath>
#include <cstddef>

#include <plumb/geometry/frame.h>
#include <plumb/linalg/scalar.h>

namespace plumb {

/// Derivatives of a surface at a point: x,1  x,2  x,11  x,12  x,22.
template <class S>
using SurfaceJet = std::array<Vector3<S>, 5>;
enum JetEntry : std::size_t { kJet1, kJet2, kJet11, kJet12, kJet22 };

/// The strains that do work; of each the components 11, 22 and twice 12. What a shell feels is how they differ from
/// those at rest: E_ab = (a_ab - A_ab) / 2 and K_ab = b_ab - B_ab.
template <class S>
struct ShellStrain {
  Vector3<S> stretch;  ///< a_ab / 2, a_ab = x,a . x,b
  Vector3<S> bend;     ///< b_ab = x,ab . a_3, a_3 the unit normal
};

template <class S>
Vector3<S> shell_stretch(const Vector3<S>& x1, const Vector3<S>& x2) {
  return {x1.dot(x1) * S(0.5), x2.dot(x2) * S(0.5), x1.dot(x2)};
}

/// False where the surface is folded to a line and has no normal.
template <class S>
bool shell_strain(const SurfaceJet<S>& x, ShellStrain<S>& strain) {
  using std::sqrt;
  const Vector3<S> n = x[kJet1].cross(x[kJet2]);
  const S area_squared = n.dot(n);
  if (!all(value_of(area_squared) > 0)) return false;
  const S inverse = S(1.0) / sqrt(area_squared);
  strain.stretch = shell_stretch<S>(x[kJet1], x[kJet2]);
  strain.bend = Vector3<S>(x[kJet11].dot(n) * inverse, x[kJet22].dot(n) * inverse, x[kJet12].dot(n) * inverse * S(2.0));
  return true;
}

}  // namespace plumb
