#pragma once

#include <Eigen/Core>

#include <plumb/geometry/frame.h>

namespace plumb {

/// The strains of a discrete elastic rod at an interior vertex, Bergou et al. 2010 (dimensionless:
/// integrated over the vertex's share of the rod). With t, u the unit tangents of the two edges:
///   kappa b = 2 t x u / (1 + t.u),
///   kappa_1 =  1/2 kappa b . (m2_e + m2_f),   kappa_2 = -1/2 kappa b . (m1_e + m1_f),
///   twist   = theta_f - theta_e + reference twist.
/// m1, m2 = t x m1 are the material directors: the reference director turned by theta about the tangent.
template <class S>
struct RodStrain {
  S kappa_1, kappa_2, twist;
};

/// The reference frames around a vertex before the unknowns move.
template <class S>
struct RodReference {
  Vector3<S> tangent_e, tangent_f;
  Vector3<S> director_e, director_f;  ///< unit, perpendicular to the tangents
  S twist;  ///< angle from the director of e, transported to f, to the director of f; any turns
};

/// The strain as a function of the unknowns. Moving the nodes carries the reference directors along by parallel
/// transport from the old tangent to the new one ("in time"); the transport "in space", from edge to edge, then
/// measures how the reference twist has changed. False where an edge has no length or turns back on itself.
template <class S>
bool rod_strain(const Vector3<S>& x0, const S& theta_e, const Vector3<S>& x1, const S& theta_f, const Vector3<S>& x2,
                const RodReference<double>& reference, RodStrain<S>& strain) {
  using std::sqrt;
  const Vector3<S> e = x1 - x0, f = x2 - x1;
  const S length_e = sqrt(e.dot(e)), length_f = sqrt(f.dot(f));
  if (!(length_e > 0.0) || !(length_f > 0.0)) return false;
  const Vector3<S> t = e / length_e, u = f / length_f;
  const S chi = S(1.0) + t.dot(u);
  if (!(chi > 1e-12)) return false;

  const Vector3<S> a_e = parallel_transport<S>(reference.director_e, reference.tangent_e, t);
  const Vector3<S> a_f = parallel_transport<S>(reference.director_f, reference.tangent_f, u);
  const Vector3<S> m1_e = rotate_perpendicular<S>(a_e, t, theta_e);
  const Vector3<S> m1_f = rotate_perpendicular<S>(a_f, u, theta_f);
  const Vector3<S> half_kb = t.cross(u) / chi;
  strain.kappa_1 = half_kb.dot(t.cross(m1_e) + u.cross(m1_f));
  strain.kappa_2 = -half_kb.dot(m1_e + m1_f);

  const Vector3<S> carried = rotate_perpendicular<S>(parallel_transport<S>(a_e, t, u), u, S(reference.twist));
  strain.twist = theta_f - theta_e + reference.twist + signed_angle<S>(carried, a_f, u);
  return true;
}

}  // namespace plumb
