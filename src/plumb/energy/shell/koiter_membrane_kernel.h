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
  S shear, ratio, inverse_rest_det, mu, lambda;
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
///
/// The Hessian of principal_stretch by F = e1 g1 + e2 g2 has six modes (Kim and Eberle 2022, chapter 10): two scalings
/// and a flip, which are never negative; two out of the plane, with the principal stresses of sigma; and a twist, the
/// turning of the triangle against itself in its plane, F' = [n]x R, with 2 (mu + lambda) (s0 + s1 - 2)/(s0 + s1). The
/// convex Hessian leaves out those that are negative: it is the nearest one in F.
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
    } else if constexpr (law == MembraneLaw::neo_hookean) {
      neo_hookean(in, a, m);
    } else {
      principal_stretch(in, a, m);
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
  void convex_hessian(S* h) const requires(law == MembraneLaw::principal_stretch) {
    const V across = e1_.cross(e2_);
    using std::sqrt;
    const V n = across / sqrt(across.dot(across));
    const std::array<S, 3> kept = positive_part(foreseen_);
    const std::array<S, 3> added{kept[0] - sigma_[0], kept[1] - sigma_[1], kept[2] - sigma_[2]};
    // R g1 and R g2, turned by a quarter about the normal.
    const V q1 = n.cross(e1_ * polar_.e11 + e2_ * polar_.e12), q2 = n.cross(e1_ * polar_.e12 + e2_ * polar_.e22);
    const S stiff = select(twist_ < S(0.0), S(-0.5) * twist_, S(0.0));
    SideBlocks blocks = side_blocks(sigma_);
    const S two(2.0);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const S nn = n[i] * n[j];
        blocks.by_11(i, j) += two * added[0] * nn + stiff * q1[i] * q1[j];
        blocks.by_12(i, j) += added[1] * nn + stiff * q1[i] * q2[j];
        blocks.by_22(i, j) += two * added[2] * nn + stiff * q2[i] * q2[j];
      }
    }
    put(h, blocks);
  }

 private:
  /// The Hessian by the sides: rows e1, columns e2.
  struct SideBlocks {
    M by_11, by_12, by_22;
  };

  /// With `sigma` in the geometric part.
  void hessian(S* h, const std::array<S, 3>& sigma) const { put(h, side_blocks(sigma)); }

  SideBlocks side_blocks(const std::array<S, 3>& sigma) const {
    const S &c00 = c_[0], &c10 = c_[1], &c11 = c_[2], &c20 = c_[3], &c21 = c_[4], &c22 = c_[5];
    const S two(2.0), four(4.0);
    const V u1 = e1_ * (four * c00) + e2_ * (two * c10), w1 = e1_ * (two * c10) + e2_ * c11;
    const V u2 = e1_ * c11 + e2_ * (two * c21), w2 = e1_ * (two * c21) + e2_ * (four * c22);
    const V u12 = e1_ * (two * c10) + e2_ * (four * c20);
    SideBlocks blocks;
    auto& [by_11, by_12, by_22] = blocks;
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
    return blocks;
  }

  /// Spreads the blocks over the corners.
  static void put(S* h, const SideBlocks& blocks) {
    const auto at = [h](int row, int col) -> S& { return h[row * (row + 1) / 2 + col]; };
    const auto& [by_11, by_12, by_22] = blocks;
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

  /// With e = s0 + s1 - 2 and w = lambda e - 2 mu, W = mu (T - 2 (s0 + s1) + 2) + lambda/2 e^2 has dW = mu dT + w de, and
  ///   de = (dT + 2 dJ)/(2 (s0 + s1)),   J = s0 s1 = sqrt(j),   dJ = dj/(2 J).
  /// Energies are those of differences, which do not cancel at rest: (s0 - s1)^2 = (tr(M)^2 - 4 det(M))/(s0 + s1)^2.
  void principal_stretch(const MembraneInput<S>& in, const TriangleForm<S>& a, const std::array<S, 3>& m) {
    using std::sqrt;
    const S &d = in.inverse_rest_det, &mu = in.mu, &lambda = in.lambda;
    const S half(0.5), one(1.0), two(2.0);
    const std::array<S, 3> trace{in.metric.e22 * d, -two * in.metric.e12 * d, in.metric.e11 * d};
    const std::array<S, 3> dj{a.e22 * d, -two * a.e12 * d, a.e11 * d};
    const S stretch = trace[0] * m[0] + trace[1] * m[1] + trace[2] * m[2], det = (m[0] * m[2] - m[1] * m[1]) * d;
    const S growth = stretch + det, j = one + growth;
    inside_ = all(j > S(kThinnest));
    const S area = sqrt(j), grown = growth / (one + area);  // J and J - 1
    const S beyond = stretch + two * grown, sum = sqrt(S(4.0) + beyond), e = beyond / (two + sum);
    const S apart = (stretch * stretch - S(4.0) * det) / (sum * sum);
    energy_ = half * mu * (e * e + apart) + half * lambda * e * e;
    const S w = lambda * e - two * mu, inverse_area = one / area, inverse_sum = one / sum;
    std::array<S, 3> by_area, by_sum;  // dJ, de
    for (std::size_t i = 0; i < 3; ++i) {
      by_area[i] = half * inverse_area * dj[i];
      by_sum[i] = inverse_sum * (half * trace[i] + by_area[i]);
      sigma_[i] = mu * trace[i] + w * by_sum[i];
    }
    const S of_sum = lambda - w * inverse_sum, of_area = w * inverse_sum, of_det = half * of_area * inverse_area * d;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k <= i; ++k) {
        c_[i * (i + 1) / 2 + k] = of_sum * by_sum[i] * by_sum[k] - of_area * inverse_area * by_area[i] * by_area[k];
      }
    }
    c_[2] -= two * of_det;
    c_[3] += of_det;
    twist_ = two * (mu + lambda) * e * inverse_sum;
    // R g^a = e_b (g^b.U^-1 g^a) with U^-1 = ((s0 + s1 - J/(s0 + s1)) - F^T F/(s0 + s1))/J, by Cayley and Hamilton.
    const S plain = (sum - area * inverse_sum) * inverse_area, square = inverse_sum * inverse_area;
    const S g11 = trace[0], g12 = half * trace[1], g22 = trace[2];
    const S t1 = a.e11 * g11 + a.e12 * g12, t2 = a.e12 * g11 + a.e22 * g12;  // a abar^-1, first column
    const S u1 = a.e11 * g12 + a.e12 * g22, u2 = a.e12 * g12 + a.e22 * g22;  // and second
    polar_ = {plain * g11 - square * (g11 * t1 + g12 * t2), plain * g12 - square * (g11 * u1 + g12 * u2),
              plain * g22 - square * (g12 * u1 + g22 * u2)};
  }

  V e1_, e2_;
  TriangleForm<S> metric_;
  S energy_;
  std::array<S, 3> sigma_;
  std::array<S, 3> foreseen_;  ///< sigma of the Hessian's geometric part
  std::array<S, 6> c_;         ///< packed lower
  S twist_;                    ///< of principal_stretch: the stiffness of turning in the plane, times the volume
  TriangleForm<S> polar_;      ///< of principal_stretch: R g^a on the sides, R the rotation of F
  bool inside_ = true;
};

}  // namespace plumb
