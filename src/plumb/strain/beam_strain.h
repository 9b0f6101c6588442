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

/// What all points of an element share: its ends as the middle node sees them, in its frame.
template <class S>
struct BeamElement {
  std::array<Vector3<S>, 2> arm;   ///< from the middle to the first and the last node
  std::array<Vector3<S>, 2> turn;  ///< rotation vectors of these nodes relative to the middle
};

/// False where an end is turned against the middle by more than about a right angle: the element is too long.
template <class S>
bool beam_element(const std::array<Vector3<S>, 3>& x, const std::array<Matrix3<S>, 3>& r, BeamElement<S>& element) {
  const Matrix3<S> back = r[1].transpose();
  for (std::size_t i = 0; i < 2; ++i) {
    element.arm[i] = back * (x[2 * i] - x[1]);
    if (!rotation_vector<S>(back * r[2 * i], element.turn[i])) return false;
  }
  return true;
}

/// What the ends weigh at xi in [-1, 1]: the parabolas that are 1 at one end and 0 at the other and in the middle.
struct EndWeights {
  std::array<double, 2> value, slope;  ///< slope in xi
};
inline constexpr EndWeights end_weights(double xi) {
  return {{0.5 * xi * (xi - 1), 0.5 * xi * (xi + 1)}, {xi - 0.5, xi + 0.5}};
}

/// At xi in [-1, 1]; `length` of the element at rest, m.
template <class S>
BeamStrain<S> beam_strain(const BeamElement<S>& element, double xi, double length) {
  const EndWeights ends = end_weights(xi);
  const S d0(ends.slope[0] * 2 / length), d2(ends.slope[1] * 2 / length);
  const Vector3<S> slope = element.arm[0] * d0 + element.arm[1] * d2;
  const Vector3<S> phi = element.turn[0] * S(ends.value[0]) + element.turn[1] * S(ends.value[1]);
  const Vector3<S> rate = element.turn[0] * d0 + element.turn[1] * d2;
  BeamStrain<S> strain;
  strain.stretch = rotated<S>(-phi, slope);
  strain.stretch[0] -= 1.0;
  strain.bend = body_rate<S>(phi, rate);
  return strain;
}

/// Two points: full integration would lock a slender beam.
inline constexpr double kBeamPoints[2] = {-0.57735026918962576451, 0.57735026918962576451};

}  // namespace plumb
