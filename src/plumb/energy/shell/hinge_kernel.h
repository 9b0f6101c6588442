#pragma once

#include <array>

#include <plumb/energy/shell/hinge.h>
#include <plumb/strain/koiter_triangle_derivatives.h>

namespace plumb {

/// Energy, gradient and Hessian of one hinge (or a packet of four), with moment m and its derivative k by the angle:
///   dE = m dtheta,   d2E = k dtheta dtheta^T + m d2theta.
///
/// The convex Hessian keeps what is positive of m d2theta, triangle by triangle. With a = eta/h and b = de/l, the share
/// of a triangle in d2theta is (strain/koiter_triangle_derivatives.h)
///   -2 (n.a)(o.a) - sqrt(5) (n.b) y,   y = (2 t.a + o.b)/sqrt(5),
/// two products of orthonormal coordinates: its eigenvalues are +-1 and +-sqrt(5)/2. What is kept is
///   |m| [ 1/2 (n.a - s o.a)^2 + sqrt(5)/4 (n.b - s y)^2 ],   s the sign of m.
/// (Eigenvalues of bending energies in closed form: Wu and Kim 2023, in other coordinates.)
template <class S>
class HingeKernel {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  HingeKernel(const std::array<V, 4>& x, const S& stiffness, const S& rest_angle, HingeMeasure measure)
      : at_(x[0], x[1], x[2], x[3]), stiffness_(stiffness) {
    if (!inside_domain()) return;
    const S off = at_.angle() - rest_angle;
    if (measure == HingeMeasure::angle) {
      moment_ = stiffness * off;
      energy_ = S(0.5) * moment_ * off;
    } else {
      using std::sin, std::cos;
      const S half = S(0.5) * off, quarter = sin(S(0.25) * off);
      stiffness_ = stiffness * cos(half);
      moment_ = S(2.0) * stiffness * sin(half);
      energy_ = S(8.0) * stiffness * quarter * quarter;
    }
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
  void hessian(S* h) const { put_all(h, HingeBlocks<S>(at_, exact_form())); }
  void convex_hessian(S* h) const { put_all(h, HingeBlocks<S>(at_, convex_form())); }

 private:
  static void put_all(S* h, const HingeBlocks<S>& blocks) {
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

  HingeForm<S> exact_form() const {
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

  HingeForm<S> convex_form() const {
    using std::sqrt;
    const S sign = select(moment_ < S(0.0), S(-1.0), S(1.0)), size = moment_ * sign;
    const S first = sqrt(S(0.5) * size), second = sqrt(S(std::sqrt(5.0) / 4) * size);
    const S stiffness = select(stiffness_ < S(0.0), S(0.0), stiffness_);
    HingeForm<S> form;
    form.e_e.setZero();
    const auto share = [&](const V& n, const V& o, const S& inverse_h, M& eta_eta, M& eta_e) {
      const V by_a = (n - o * sign) * (first * inverse_h);
      const V by_y = at_.t * (S(-2 / std::sqrt(5.0)) * sign * second * inverse_h);
      const V by_b = (n - o * (S(1 / std::sqrt(5.0)) * sign)) * (second * at_.inverse_length);
      const V stiff = n * (sqrt(stiffness) * inverse_h);
      eta_eta = by_a * by_a.transpose() + by_y * by_y.transpose() + stiff * stiff.transpose();
      eta_e = by_y * by_b.transpose();
      form.e_e += by_b * by_b.transpose();
    };
    share(at_.n, at_.o, at_.inverse_h, form.eta_eta, form.eta_e);
    share(at_.other_n, at_.other_o, at_.other_inverse_h, form.other_other, form.other_e);
    form.eta_other = (at_.n * (stiffness * at_.inverse_h)) * (at_.other_n * at_.other_inverse_h).transpose();
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
