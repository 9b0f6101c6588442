#pragma once

#include <array>

#include <plumb/strain/rod_strain.h>

namespace plumb {

/// First derivatives of one rod strain s with respect to the two edge vectors and the two angles, edges in units of
/// their own lengths: ds = e.de/|e| + f.df/|f| + theta_e dtheta_e + theta_f dtheta_f.
template <class S>
struct RodGradient {
  Vector3<S> e, f;
  S theta_e, theta_f;
};

/// Closed forms of the first and second derivatives of the strains at a vertex, where the reference frames are those of
/// the present tangents (Bergou et al. 2010, with the second derivatives taken along the retraction).
/// Written for a double or for a packet of four vertices.
///
/// With k = kappa b / 2 and tilde t = (t + u)/(1 + t.u), any combination b = k.(w_e + w_f) of directors fixed in the
/// two material frames has, in edge units,
///   db/de = G_e = u x w / chi - b tilde t,          db/df = G_f = -t x w / chi - b tilde t,
///   d2b/de2   = -(G_e tilde t^T + ...) - b/chi (I - t t^T) + (w_e k^T + ...)/2,
///   d2b/dedf  = -G_e tilde t^T - tilde t G_f^T - b/chi (I + t u^T) - [w]x / chi,
/// and the twist m
///   dm/de = dm/df = k,   d2m/de2 = -(k (t + tilde t)^T + ...)/2,   d2m/dedf = [t]x / chi - k tilde t^T.
template <class S>
class RodVertex {
 public:
  using V = Vector3<S>;

  RodVertex(const V& e, const V& f, const V& director_e, const V& director_f, const S& theta_e, const S& theta_f) {
    using std::cos;
    using std::sin;
    using std::sqrt;
    inverse_length_e = S(1.0) / sqrt(e.dot(e));
    inverse_length_f = S(1.0) / sqrt(f.dot(f));
    t = e * inverse_length_e;
    u = f * inverse_length_f;
    chi = S(1.0) + t.dot(u);
    inverse_chi = S(1.0) / chi;
    k = t.cross(u) * inverse_chi;
    tilde_t = (t + u) * inverse_chi;
    m1_e = director_e * cos(theta_e) + t.cross(director_e) * sin(theta_e);
    m1_f = director_f * cos(theta_f) + u.cross(director_f) * sin(theta_f);
    m2_e = t.cross(m1_e);
    m2_f = u.cross(m1_f);
    kappa_1 = k.dot(m2_e + m2_f);
    kappa_2 = -k.dot(m1_e + m1_f);
  }

  RodGradient<S> kappa_1_gradient() const { return combination(m2_e + m2_f, kappa_1, -k.dot(m1_e), -k.dot(m1_f)); }
  RodGradient<S> kappa_2_gradient() const { return combination(-(m1_e + m1_f), kappa_2, -k.dot(m2_e), -k.dot(m2_f)); }
  RodGradient<S> twist_gradient() const { return {k, k, S(-1.0), S(1.0)}; }

  S inverse_length_e, inverse_length_f, chi, inverse_chi;
  V t, u;                    ///< unit tangents
  V k, tilde_t;              ///< kappa b / 2, (t + u)/chi
  V m1_e, m2_e, m1_f, m2_f;  ///< material directors
  S kappa_1, kappa_2;

 private:
  RodGradient<S> combination(const V& w, const S& b, const S& theta_e, const S& theta_f) const {
    return {u.cross(w) * inverse_chi - tilde_t * b, w.cross(t) * inverse_chi - tilde_t * b, theta_e, theta_f};
  }
};

}  // namespace plumb
