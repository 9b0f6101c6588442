#pragma once

#include <array>

#include <plumb/strain/koiter_triangle_derivatives.h>

namespace plumb {

/// Energy, gradient and exact Hessian of one hinge (or a packet of four), with moment m = k (theta - rest):
///   dE = m dtheta,   d2E = k dtheta dtheta^T + m d2theta.
template <class S>
class HingeKernel {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  HingeKernel(const std::array<V, 4>& x, const S& stiffness, const S& rest_angle)
      : at_(x[0], x[1], x[2], x[3]), stiffness_(stiffness) {
    if (!inside_domain()) return;
    const S off = at_.angle() - rest_angle;
    moment_ = stiffness * off;
    energy_ = S(0.5) * moment_ * off;
  }

  bool inside_domain() const { return at_.thick() && at_.open(S(1.0)); }

  S energy() const { return energy_; }

  void gradient(S* g) const {
    const HingeGradient<S> by(at_, at_.n * (moment_ * at_.inverse_h), at_.other_n * (moment_ * at_.other_inverse_h));
    for (int i = 0; i < 3; ++i) {
      g[i] = by.c[i];
      g[3 + i] = by.p[i];
      g[6 + i] = by.q[i];
      g[9 + i] = by.d[i];
    }
  }

  /// Packed lower triangle, row by row.
  void hessian(S* h) const {
    const HingeBlocks<S> blocks(at_, form());
    put(h, 0, 0, blocks.cc);
    put(h, 1, 0, blocks.cp.transpose());
    put(h, 1, 1, blocks.pp);
    put(h, 2, 0, blocks.cq.transpose());
    put(h, 2, 1, blocks.pq.transpose());
    put(h, 2, 2, blocks.qq);
    put(h, 3, 0, blocks.cd.transpose());
    put(h, 3, 1, blocks.dp);
    put(h, 3, 2, blocks.dq);
    put(h, 3, 3, blocks.dd);
  }

 private:
  HingeForm<S> form() const {
    const V n = at_.n * at_.inverse_h, other_n = at_.other_n * at_.other_inverse_h;
    const S half(0.5), per_length = moment_ * at_.inverse_length;
    const V t = at_.t * -per_length;
    HingeForm<S> form;
    form.eta_eta = both_ways<S>(n, n * (half * stiffness_) - at_.o * (moment_ * at_.inverse_h));
    form.other_other =
        both_ways<S>(other_n, other_n * (half * stiffness_) - at_.other_o * (moment_ * at_.other_inverse_h));
    form.e_e = both_ways<S>(at_.n, at_.o) + both_ways<S>(at_.other_n, at_.other_o);
    form.e_e *= -half * per_length * at_.inverse_length;
    form.eta_other = (n * stiffness_) * other_n.transpose();
    form.eta_e = t * n.transpose();
    form.other_e = t * other_n.transpose();
    return form;
  }

  template <class Block>
  static void put(S* h, int row, int col, const Block& m) {
    for (int i = 0; i < 3; ++i) {
      const int at = 3 * row + i, first = at * (at + 1) / 2 + 3 * col;
      for (int j = 0; j < (row == col ? i + 1 : 3); ++j) h[first + j] = m(i, j);
    }
  }

  HingeGeometry<S> at_;
  S stiffness_, moment_, energy_;
};

}  // namespace plumb
