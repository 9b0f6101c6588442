#pragma once

#include <array>

#include <plumb/strain/rotation.h>

namespace plumb {

/// Strains of a geometrically exact beam (Simo 1985; rotations interpolated as Crisfield and Jelenic 1999, so that they
/// do not see rigid motion), at a point of an element of three nodes: both ends and the middle.
///   stretch and shear: R^T r' - e_t (dimensionless);   twist and bending: omega of R' = R [omega]_x (1/m).
/// R has the tangent-like first director e_t and the two others as columns; omega = (twist, -kappa_2, kappa_1). The
/// rotations of the ends relative to the middle, as vectors, are interpolated by the same parabolas as positions.
template <class S>
struct BeamStrain {
  Vector3<S> stretch, bend;
};

/// What all points of an element share.
template <class S>
struct BeamElement {
  std::array<Vector3<S>, 3> position;  ///< in the frame of the middle node
  Vector3<S> before, after;            ///< rotation vectors of the ends relative to the middle
};

/// False where an end is turned against the middle by more than about a right angle: the element is too long.
template <class S>
bool beam_element(const std::array<Vector3<S>, 3>& x, const std::array<Matrix3<S>, 3>& r, BeamElement<S>& element) {
  const Matrix3<S> back = r[1].transpose();
  for (std::size_t i = 0; i < 3; ++i) element.position[i] = back * x[i];
  return rotation_vector<S>(back * r[0], element.before) && rotation_vector<S>(back * r[2], element.after);
}

/// At xi in [-1, 1]; `length` of the element at rest, m.
template <class S>
BeamStrain<S> beam_strain(const BeamElement<S>& element, double xi, double length) {
  const double to_length = 2 / length;
  const double n0 = 0.5 * xi * (xi - 1), n2 = 0.5 * xi * (xi + 1);
  const double d0 = (xi - 0.5) * to_length, d1 = -2 * xi * to_length, d2 = (xi + 0.5) * to_length;
  const Vector3<S> slope = element.position[0] * S(d0) + element.position[1] * S(d1) + element.position[2] * S(d2);
  const Vector3<S> phi = element.before * S(n0) + element.after * S(n2);
  const Vector3<S> rate = element.before * S(d0) + element.after * S(d2);
  BeamStrain<S> strain;
  strain.stretch = rotated<S>(-phi, slope);
  strain.stretch[0] -= 1.0;
  strain.bend = body_rate<S>(phi, rate);
  return strain;
}

/// Two points: full integration would lock a slender beam.
inline constexpr double kBeamPoints[2] = {-0.57735026918962576451, 0.57735026918962576451};

}  // namespace plumb
