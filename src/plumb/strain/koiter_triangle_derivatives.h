#pragma once

#include <plumb/strain/koiter_triangle.h>
#include <plumb/strain/rotation_derivatives.h>

namespace plumb {

/// Geometry of a hinge (strain/koiter_triangle.h) and all that its derivatives need. On doubles or packets.
///
/// With the foot of c on the edge at p + mu e, and that of d at p + mu' e, let steps of the four points make
///   eta = (1 - mu) dp + mu dq - dc,   eta' = (1 - mu') dp + mu' dq - dd,   de = dq - dp.
/// Let t be the direction of the edge, n the normal, o = t x n the direction out of the triangle, h the height; and
/// n', o', h' those of the neighbour. Then
///   dh     = o.eta,
///   d2h    = (n.eta)^2 / h - 2/l (t.eta)(o.de) - h/l^2 (o.de)^2,
///   dtheta = n.eta / h + n'.eta' / h',
///   d2theta = -2/h^2 (n.eta)(o.eta) - 2/(h l) (t.eta)(n.de) - 1/l^2 (n.de)(o.de)  + the same of the neighbour,
/// since dn = -o (n.eta)/h - t (n.de)/l and dmu = -(t.eta)/l - h (o.de)/l^2.
template <class S>
class HingeGeometry {
 public:
  using V = Vector3<S>;

  HingeGeometry(const V& c, const V& p, const V& q, const V& d) {
    using std::sqrt;
    const V e = q - p, to_c = c - p, to_d = d - p, own = e.cross(to_c), other = to_d.cross(e);
    const S ee = e.dot(e), own_2 = own.dot(own), other_2 = other.dot(other);
    const S length = sqrt(ee), twice_area = sqrt(own_2), other_twice_area = sqrt(other_2);
    inverse_length = S(1.0) / length;
    t = e * inverse_length;
    n = own / twice_area;
    other_n = other / other_twice_area;
    o = t.cross(n);
    other_o = other_n.cross(t);
    h = twice_area * inverse_length;
    inverse_h = length / twice_area;
    other_inverse_h = length / other_twice_area;
    mu = to_c.dot(t) * inverse_length;
    other_mu = to_d.dot(t) * inverse_length;
    cosine = n.dot(other_n);
    const S thin(kThinnest * kThinnest);
    thick_ = all(own_2 > thin * ee * to_c.dot(to_c)) && all(other_2 > thin * ee * to_d.dot(to_d));
  }

  /// False for a triangle without area.
  bool thick() const { return thick_; }
  /// Not folded by a half turn; where there is no hinge (hinged = 0) that does not matter.
  bool open(const S& hinged) const { return all(cosine * hinged > S(kFolded - 1.0)); }

  S angle() const {
    using std::atan2;
    return atan2(t.dot(n.cross(other_n)), cosine);
  }

  V t, n, o, other_n, other_o;
  S inverse_length, h, inverse_h, other_inverse_h, mu, other_mu, cosine;

 private:
  bool thick_;
};

/// A vector per point of a hinge.
template <class S>
struct HingeGradient {
  Vector3<S> c, p, q, d;

  /// From the coefficients of eta and eta'.
  HingeGradient(const HingeGeometry<S>& g, const Vector3<S>& eta, const Vector3<S>& other_eta)
      : c(-eta), q(eta * g.mu + other_eta * g.other_mu), d(-other_eta) {
    p = eta + other_eta - q;
  }
};

/// A quadratic form in (eta, eta', de) and its blocks at the points. Rows of `eta_other` are eta, columns eta'; those
/// of `eta_e` eta, columns de. The first three are symmetric.
template <class S>
struct HingeForm {
  using M = Matrix3<S>;
  M eta_eta, other_other, e_e, eta_other, eta_e, other_e;
};

template <class S>
struct HingeBlocks {
  using M = Matrix3<S>;
  M cc, cp, cq, cd, pp, pq, qq, dp, dq, dd;  ///< rows, columns

  HingeBlocks(const HingeGeometry<S>& g, const HingeForm<S>& f) : cc(f.eta_eta), cd(f.eta_other), dd(f.other_other) {
    cq = -(f.eta_eta * g.mu + f.eta_e + f.eta_other * g.other_mu);
    dq = -(f.other_other * g.other_mu + f.other_e + f.eta_other.transpose() * g.mu);
    qq = f.e_e + (f.eta_e.transpose() - cq) * g.mu + (f.other_e.transpose() - dq) * g.other_mu;
    // A shift of all four points changes nothing: columns sum to zero.
    cp = -(cc + cd + cq);
    dp = -(dd + cd.transpose() + dq);
    pq = -(cq + dq + qq);
    pp = -(cp + dp + pq.transpose());
  }
};

/// a b^T + b a^T.
template <class S>
Matrix3<S> both_ways(const Vector3<S>& a, const Vector3<S>& b) {
  Matrix3<S> m;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) m(i, j) = m(j, i) = a[i] * b[j] + b[i] * a[j];
  }
  return m;
}

/// f, f', f'' of II = 2 h f(gamma).
template <class S>
struct BendFunction {
  S value, first, second;
};
template <EdgeBend kind, class S>
BendFunction<S> bend_function(const S& gamma) {
  using std::sin, std::cos, std::tan;
  if constexpr (kind == EdgeBend::sin) {
    const S s = sin(gamma);
    return {s, cos(gamma), -s};
  } else if constexpr (kind == EdgeBend::tan) {
    const S t = tan(gamma), slope = S(1.0) + t * t;
    return {t, slope, S(2.0) * t * slope};
  } else {
    return {gamma, S(1.0), S(0.0)};
  }
}

}  // namespace plumb
