#pragma once

#include <array>

#include <plumb/linalg/packet.h>
#include <plumb/strain/rotation.h>

namespace plumb {

/// Energy, gradient and exact Hessian of one triangle (or a packet of four) of ProjectedStretch.
template <class S>
class ProjectedStretchKernel {
 public:
  using V = Vector3<S>;

  /// `slopes` of corner i are at 2 i and 2 i + 1.
  ProjectedStretchKernel(const std::array<V, 3>& x, const std::array<S, 6>& slopes, const S& weight)
      : slopes_(slopes), weight_(weight) {
    const V e1 = x[1] - x[0], e2 = x[2] - x[0];
    const V f1 = e1 * slopes[2] + e2 * slopes[4], f2 = e1 * slopes[3] + e2 * slopes[5];
    const S c11 = f1.dot(f1), c12 = f1.dot(f2), c22 = f2.dot(f2);
    const V normal = f1.cross(f2);
    area_ = sqrt(normal.dot(normal));
    trace_ = sqrt(c11 + c22 + S(2.0) * area_);
    // (F^T F)^(-1/2) = (adj(F^T F) + J) / (J tr U), J = det U.
    const S scale = S(1.0) / (area_ * trace_);
    inverse_ = {(c22 + area_) * scale, -(c12 * scale), (c11 + area_) * scale};
    p1_ = f1 * inverse_[0] + f2 * inverse_[1];
    p2_ = f1 * inverse_[1] + f2 * inverse_[2];
    n_ = normal * (S(1.0) / area_);
    off1_ = f1 - p1_;
    off2_ = f2 - p2_;
  }

  /// How large the triangle is, over its area at rest.
  const S& area() const { return area_; }

  S energy() const { return S(0.5) * weight_ * (off1_.dot(off1_) + off2_.dot(off2_)); }

  void gradient(S* g) const {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const V force = (off1_ * slope(corner, 0) + off2_ * slope(corner, 1)) * weight_;
      for (int i = 0; i < 3; ++i) g[3 * static_cast<int>(corner) + i] = force[i];
    }
  }

  /// Packed lower triangle, row by row.
  void hessian(S* h) const {
    const S spin = weight_ / trace_;
    std::array<V, 3> turn;
    for (std::size_t i = 0; i < 3; ++i) turn[i] = p2_ * slope(i, 0) - p1_ * slope(i, 1);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k <= i; ++k) {
        const S a0 = slope(i, 0), a1 = slope(i, 1), b0 = slope(k, 0), b1 = slope(k, 1);
        const S flat = weight_ * (a0 * b0 + a1 * b1);
        const S tilt = weight_ * (a0 * b0 * inverse_[0] + (a0 * b1 + a1 * b0) * inverse_[1] + a1 * b1 * inverse_[2]);
        for (int r = 0; r < 3; ++r) {
          const int row = 3 * static_cast<int>(i) + r, first = row * (row + 1) / 2 + 3 * static_cast<int>(k);
          for (int c = 0; c < (i == k ? r + 1 : 3); ++c) {
            S entry = -(tilt * n_[r] * n_[c]) - spin * turn[i][r] * turn[k][c];
            if (r == c) entry += flat;
            h[first + c] = entry;
          }
        }
      }
    }
  }

 private:
  const S& slope(std::size_t corner, std::size_t direction) const { return slopes_[2 * corner + direction]; }

  std::array<S, 6> slopes_;
  S weight_;
  S area_, trace_;            ///< det U and tr U
  std::array<S, 3> inverse_;  ///< U^-1: 11, 12, 22
  V p1_, p2_, n_;             ///< columns of P; the unit normal
  V off1_, off2_;             ///< columns of F - P
};

}  // namespace plumb
