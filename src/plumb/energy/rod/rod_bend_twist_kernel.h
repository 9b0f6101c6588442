#pragma once

#include <array>

#include <plumb/strain/rod_strain_derivatives.h>

namespace plumb {

/// What the bending and twisting energy of one vertex (or a packet of four) depends on.
template <class S>
struct RodVertexInput {
  std::array<S, 11> q;  ///< x0, theta_e, x1, theta_f, x2
  Vector3<S> director_e, director_f;
  S twist;
  S bend_1, bend_2, stiffness_twist;
  S rest_kappa_1, rest_kappa_2, rest_twist;
};

/// Energy, gradient and exact Hessian of one vertex: with the strains s and E = sum 1/2 c_s (s - rest)^2,
///   dE = sum c_s (s - rest) ds,   d2E = sum c_s ds ds^T + c_s (s - rest) d2s.
/// The second sum needs the second derivative of only one combination of directors (strain/rod_strain_derivatives.h).
/// Blocks are first written for the edges e = x1 - x0, f = x2 - x1 and the angles, then spread over the nodes.
template <class S>
class RodVertexKernel {
 public:
  using V = Vector3<S>;
  using M = Eigen::Matrix<S, 3, 3>;

  explicit RodVertexKernel(const RodVertexInput<S>& in)
      : in_(in),
        v_(V(in.q[4] - in.q[0], in.q[5] - in.q[1], in.q[6] - in.q[2]),
           V(in.q[8] - in.q[4], in.q[9] - in.q[5], in.q[10] - in.q[6]), in.director_e, in.director_f, in.q[3], in.q[7]),
        k1_(v_.kappa_1_gradient()),
        k2_(v_.kappa_2_gradient()),
        off_1_(v_.kappa_1 - in.rest_kappa_1),
        off_2_(v_.kappa_2 - in.rest_kappa_2),
        off_twist_(in.q[7] - in.q[3] + in.twist - in.rest_twist),
        c1_(in.bend_1 * off_1_),
        c2_(in.bend_2 * off_2_),
        ct_(in.stiffness_twist * off_twist_) {}

  /// False for a collapsed edge (its chi is not a number) or one folded back.
  bool inside_domain() const { return all(v_.chi > S(1e-12)); }

  S energy() const { return S(0.5) * (c1_ * off_1_ + c2_ * off_2_ + ct_ * off_twist_); }

  void gradient(S* g) const {
    const V e = (k1_.e * c1_ + k2_.e * c2_ + v_.k * ct_) * v_.inverse_length_e;
    const V f = (k1_.f * c1_ + k2_.f * c2_ + v_.k * ct_) * v_.inverse_length_f;
    for (int i = 0; i < 3; ++i) {
      g[i] = -e[i];
      g[4 + i] = e[i] - f[i];
      g[8 + i] = f[i];
    }
    g[3] = c1_ * k1_.theta_e + c2_ * k2_.theta_e - ct_;
    g[7] = c1_ * k1_.theta_f + c2_ * k2_.theta_f + ct_;
  }

  /// Packed lower triangle, row by row.
  void hessian(S* h) const {
    // The combination of directors whose second derivative appears, and its value b and first derivatives.
    const V w_e = v_.m2_e * c1_ - v_.m1_e * c2_;
    const V w_f = v_.m2_f * c1_ - v_.m1_f * c2_;
    const S b_chi = (c1_ * v_.kappa_1 + c2_ * v_.kappa_2) * v_.inverse_chi;
    const V g_e = k1_.e * c1_ + k2_.e * c2_;
    const V g_f = k1_.f * c1_ + k2_.f * c2_;

    M ee = same_edge(k1_.e, k2_.e, g_e, w_e, v_.t, b_chi);
    M ff = same_edge(k1_.f, k2_.f, g_f, w_f, v_.u, b_chi);
    ee *= v_.inverse_length_e * v_.inverse_length_e;
    ff *= v_.inverse_length_f * v_.inverse_length_f;
    M ef = both_edges(g_e, g_f, w_e + w_f, b_chi);
    ef *= v_.inverse_length_e * v_.inverse_length_f;

    const V turned_e = -(v_.m1_e * c1_ + v_.m2_e * c2_);  // t x w_e
    const V turned_f = -(v_.m1_f * c1_ + v_.m2_f * c2_);  // u x w_f
    const V e_te = edge_angle(v_.u.cross(turned_e), turned_e, k1_.e, k2_.e, k1_.theta_e, k2_.theta_e, S(-1.0)) *
                   v_.inverse_length_e;
    const V f_te = edge_angle(w_e, turned_e, k1_.f, k2_.f, k1_.theta_e, k2_.theta_e, S(-1.0)) * v_.inverse_length_f;
    const V e_tf = edge_angle(-w_f, turned_f, k1_.e, k2_.e, k1_.theta_f, k2_.theta_f, S(1.0)) * v_.inverse_length_e;
    const V f_tf = edge_angle(turned_f.cross(v_.t), turned_f, k1_.f, k2_.f, k1_.theta_f, k2_.theta_f, S(1.0)) *
                   v_.inverse_length_f;

    // Spread over the nodes: d/dx0 = -d/de, d/dx1 = d/de - d/df, d/dx2 = d/df.
    const auto at = [h](int row, int col) -> S& { return h[row * (row + 1) / 2 + col]; };
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        at(4 + i, j) = ef(j, i) - ee(i, j);
        at(8 + i, j) = -ef(j, i);
        at(8 + i, 4 + j) = ef(j, i) - ff(i, j);
        if (j > i) continue;
        at(i, j) = ee(i, j);
        at(4 + i, 4 + j) = ee(i, j) + ff(i, j) - ef(i, j) - ef(j, i);
        at(8 + i, 8 + j) = ff(i, j);
      }
      at(3, i) = -e_te[i];
      at(4 + i, 3) = e_te[i] - f_te[i];
      at(8 + i, 3) = f_te[i];
      at(7, i) = -e_tf[i];
      at(7, 4 + i) = e_tf[i] - f_tf[i];
      at(8 + i, 7) = f_tf[i];
    }
    const S &b1 = in_.bend_1, &b2 = in_.bend_2, &bt = in_.stiffness_twist;
    at(3, 3) = b1 * k1_.theta_e * k1_.theta_e + b2 * k2_.theta_e * k2_.theta_e + bt - v_.k.dot(w_e);
    at(7, 3) = b1 * k1_.theta_e * k1_.theta_f + b2 * k2_.theta_e * k2_.theta_f - bt;
    at(7, 7) = b1 * k1_.theta_f * k1_.theta_f + b2 * k2_.theta_f * k2_.theta_f + bt - v_.k.dot(w_f);
  }

 private:
  /// Second derivative with respect to one edge, in units of its length; only the lower triangle is filled and read,
  /// then mirrored.
  M same_edge(const V& d1, const V& d2, const V& g, const V& w, const V& tangent, const S& b_chi) const {
    const V d1b = d1 * in_.bend_1, d2b = d2 * in_.bend_2;
    const V a = g + v_.k * (S(0.5) * ct_);
    const V c = (w - tangent * ct_ + v_.k * in_.stiffness_twist) * S(0.5);
    const V tangent_b = tangent * b_chi;
    M m;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j <= i; ++j) {
        m(i, j) = d1b[i] * d1[j] + d2b[i] * d2[j] - (a[i] * v_.tilde_t[j] + v_.tilde_t[i] * a[j]) +
                  (v_.k[i] * c[j] + c[i] * v_.k[j]) + tangent_b[i] * tangent[j];
        if (i == j) m(i, j) -= b_chi;
        m(j, i) = m(i, j);
      }
    }
    return m;
  }

  M both_edges(const V& g_e, const V& g_f, const V& w, const S& b_chi) const {
    const V d1b = k1_.e * in_.bend_1, d2b = k2_.e * in_.bend_2, kb = v_.k * in_.stiffness_twist;
    const V a = g_e + v_.k * ct_;
    const V t_b = v_.t * b_chi;
    const V x = (v_.t * ct_ - w) * v_.inverse_chi;  // its cross product is the skew part
    M m;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        m(i, j) = d1b[i] * k1_.f[j] + d2b[i] * k2_.f[j] + kb[i] * v_.k[j] - a[i] * v_.tilde_t[j] -
                  v_.tilde_t[i] * g_f[j] - t_b[i] * v_.u[j];
      }
      m(i, i) -= b_chi;
    }
    m(0, 1) -= x[2];
    m(0, 2) += x[1];
    m(1, 0) += x[2];
    m(1, 2) -= x[0];
    m(2, 0) -= x[1];
    m(2, 1) += x[0];
    return m;
  }

  /// Mixed derivative with respect to an edge and an angle, in units of the edge's length.
  V edge_angle(const V& crossed, const V& turned, const V& d1, const V& d2, const S& s1, const S& s2,
               const S& s_twist) const {
    return crossed * v_.inverse_chi - v_.tilde_t * v_.k.dot(turned) + d1 * (in_.bend_1 * s1) + d2 * (in_.bend_2 * s2) +
           v_.k * (in_.stiffness_twist * s_twist);
  }

  const RodVertexInput<S>& in_;
  RodVertex<S> v_;
  RodGradient<S> k1_, k2_;
  S off_1_, off_2_, off_twist_;
  S c1_, c2_, ct_;  ///< moments conjugate to the strains
};

}  // namespace plumb
