#pragma once

#include <array>

#include <plumb/energy/shell/koiter_membrane.h>
#include <plumb/strain/rotation.h>

namespace plumb {

/// log(1 + x), accurate for small x.
inline Packet log_1p(const Packet& x) {
  return for_each_lane(x, [](double y) { return std::log1p(y); });
}
inline double log_1p(double x) { return std::log1p(x); }
template <AnyDual D>
D log_1p(const D& x) {
  using T = typename D::Base;
  const T slope = 1.0 / (1.0 + x.value);
  return chain(x, T(log_1p(x.value)), slope, T(-slope * slope));
}

/// What the membrane energy of one triangle (or a packet of four) depends on.
template <class S>
struct MembraneInput {
  std::array<Vector3<S>, 3> x;
  TriangleForm<S> rest;    ///< from which strains are measured
  TriangleForm<S> metric;  ///< of the rest shape, in which principal stresses are measured
  std::array<S, 6> stiffness;
  S shear, ratio, inverse_rest_det;
  std::array<S, 3> excess;  ///< what the curvature of the last step added to the first form; see Energy::evaluate_after
};

/// Energy, gradient and exact Hessian of one triangle. W is a function of the first form s = (a11, a12, a22); with its
/// derivatives sigma and C,
///   dE = sigma.ds,   d2E = ds C ds + sigma.d2s,   ds = (2 e1.de1, e1.de2 + e2.de1, 2 e2.de2).
/// Blocks are written for the sides e1, e2, then spread over the corners.
///
/// The Hessian of st_venant_kirchhoff is convex where no principal stress is negative, since its C is. The convex
/// Hessian keeps the positive part of the stress: out of the plane, where a compressed membrane is unstable, that is
/// the nearest one; within it, beside C, it hardly matters.
template <MembraneLaw law, class S>
class MembraneKernel {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  explicit MembraneKernel(const MembraneInput<S>& in)
      : e1_(in.x[1] - in.x[0]), e2_(in.x[2] - in.x[0]), metric_(in.metric) {
    const TriangleForm<S> a = first_form<S>(in.x[0], in.x[1], in.x[2]);
    const std::array<S, 3> m{a.e11 - in.rest.e11, a.e12 - in.rest.e12, a.e22 - in.rest.e22};
    if constexpr (law == MembraneLaw::st_venant_kirchhoff) {
      quadratic(in, m);
    } else {
      neo_hookean(in, a, m);
    }
    const auto& [x0, x1, x2] = in.excess;
    foreseen_ = {sigma_[0] - (c_[0] * x0 + c_[1] * x1 + c_[3] * x2), sigma_[1] - (c_[1] * x0 + c_[2] * x1 + c_[4] * x2),
                 sigma_[2] - (c_[3] * x0 + c_[4] * x1 + c_[5] * x2)};
  }

  bool inside_domain() const { return inside_; }
  S energy() const { return energy_; }

  void gradient(S* g) const {
    const V f1 = e1_ * (S(2.0) * sigma_[0]) + e2_ * sigma_[1], f2 = e1_ * sigma_[1] + e2_ * (S(2.0) * sigma_[2]);
    for (int i = 0; i < 3; ++i) {
      g[i] = -(f1[i] + f2[i]);
      g[3 + i] = f1[i];
      g[6 + i] = f2[i];
    }
  }

  /// Packed lower triangle, row by row.
  void hessian(S* h) const { hessian(h, foreseen_); }
  void convex_hessian(S* h) const requires(law == MembraneLaw::st_venant_kirchhoff) {
    hessian(h, positive_part(foreseen_));
  }

 private:
  /// With `sigma` in the geometric part.
  void hessian(S* h, const std::array<S, 3>& sigma) const {
    const S &c00 = c_[0], &c10 = c_[1], &c11 = c_[2], &c20 = c_[3], &c21 = c_[4], &c22 = c_[5];
    const S two(2.0), four(4.0);
    const V u1 = e1_ * (four * c00) + e2_ * (two * c10), w1 = e1_ * (two * c10) + e2_ * c11;
    const V u2 = e1_ * c11 + e2_ * (two * c21), w2 = e1_ * (two * c21) + e2_ * (four * c22);
    const V u12 = e1_ * (two * c10) + e2_ * (four * c20);
    const auto at = [h](int row, int col) -> S& { return h[row * (row + 1) / 2 + col]; };
    M by_11, by_12, by_22;  // rows e1, columns e2
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        by_11(i, j) = e1_[i] * u1[j] + e2_[i] * w1[j];
        by_22(i, j) = e1_[i] * u2[j] + e2_[i] * w2[j];
        by_12(i, j) = e1_[i] * u12[j] + e2_[i] * u2[j];
      }
      by_11(i, i) += two * sigma[0];
      by_12(i, i) += sigma[1];
      by_22(i, i) += two * sigma[2];
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        at(3 + i, j) = -(by_11(i, j) + by_12(i, j));
        at(6 + i, j) = -(by_12(j, i) + by_22(i, j));
        at(6 + i, 3 + j) = by_12(j, i);
        if (j > i) continue;
        at(i, j) = by_11(i, j) + by_22(i, j) + by_12(i, j) + by_12(j, i);
        at(3 + i, 3 + j) = by_11(i, j);
        at(6 + i, 6 + j) = by_22(i, j);
      }
    }
  }

  /// Returns sigma without its negative principal stresses. The stress T = (2 sigma_0, sigma_1; sigma_1, 2 sigma_2) has
  /// its principal values lambda as eigenvalues of T abar; with lambda_1 > lambda_2 its part on the first of them is
  /// (T - lambda_2 abar^-1)/(lambda_1 - lambda_2) times lambda_1.
  std::array<S, 3> positive_part(const std::array<S, 3>& sigma) const {
    using std::sqrt;
    const S two(2.0), zero(0.0);
    const auto& [a11, a12, a22] = metric_;
    const S metric_det = a11 * a22 - a12 * a12;
    const S trace = two * (sigma[0] * a11 + sigma[1] * a12 + sigma[2] * a22);
    const S det = (S(4.0) * sigma[0] * sigma[2] - sigma[1] * sigma[1]) * metric_det;
    const S square = S(0.25) * trace * trace - det;
    const S half = sqrt(select(square > zero, square, zero));
    const S high = S(0.5) * trace + half, low = S(0.5) * trace - half;
    const S kept_high = select(high > zero, high, zero), kept_low = select(low > zero, low, zero);
    const S share = select(half > zero, (kept_high - kept_low) / (two * half), zero);
    const S even = (kept_low - share * low) / metric_det;  // the share of abar^-1
    return {share * sigma[0] + S(0.5) * even * a22, share * sigma[1] - even * a12,
            share * sigma[2] + S(0.5) * even * a11};
  }

  void quadratic(const MembraneInput<S>& in, const std::array<S, 3>& m) {
    const auto& k = c_ = in.stiffness;
    sigma_ = {k[0] * m[0] + k[1] * m[1] + k[3] * m[2], k[1] * m[0] + k[2] * m[1] + k[4] * m[2],
              k[3] * m[0] + k[4] * m[1] + k[5] * m[2]};
    energy_ = S(0.5) * (sigma_[0] * m[0] + sigma_[1] * m[1] + sigma_[2] * m[2]);
  }

  /// W = shear (T - 2 + G(j)), with dj/ds = (a22, -2 a12, a11) / det abar.
  void neo_hookean(const MembraneInput<S>& in, const TriangleForm<S>& a, const std::array<S, 3>& m) {
    const S& d = in.inverse_rest_det;
    const std::array<S, 3> trace{in.rest.e22 * d, S(-2.0) * in.rest.e12 * d, in.rest.e11 * d};
    const std::array<S, 3> dj{a.e22 * d, S(-2.0) * a.e12 * d, a.e11 * d};
    const S stretch = trace[0] * m[0] + trace[1] * m[1] + trace[2] * m[2];
    const S growth = stretch + (m[0] * m[2] - m[1] * m[1]) * d, j = S(1.0) + growth;
    const S rest_ratio = S(1.0) - in.ratio, thinning = rest_ratio + in.ratio * j;
    inside_ = all(j > S(kThinnest));
    energy_ = in.shear * (stretch + log_1p(-(rest_ratio * growth / j)) / rest_ratio);
    const S inverse = S(1.0) / (j * thinning);
    const S by_j = -(in.shear * inverse), by_jj = in.shear * (thinning + in.ratio * j) * inverse * inverse;
    for (std::size_t i = 0; i < 3; ++i) sigma_[i] = in.shear * trace[i] + by_j * dj[i];
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k <= i; ++k) c_[i * (i + 1) / 2 + k] = by_jj * dj[i] * dj[k];
    }
    c_[2] -= S(2.0) * by_j * d;
    c_[3] += by_j * d;
  }

  V e1_, e2_;
  TriangleForm<S> metric_;
  S energy_;
  std::array<S, 3> sigma_;
  std::array<S, 3> foreseen_;  ///< sigma of the Hessian's geometric part
  std::array<S, 6> c_;         ///< packed lower
  bool inside_ = true;
};

}  // namespace plumb
