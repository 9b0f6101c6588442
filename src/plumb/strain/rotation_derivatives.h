#pragma once

#include <array>

#include <plumb/strain/rotation.h>

namespace plumb {

/// [v]_x, the matrix of v x ...
template <class S>
Matrix3<S> cross_matrix(const Vector3<S>& v) {
  Matrix3<S> m;
  m << S(0.0), -v[2], v[1], v[2], S(0.0), -v[0], -v[1], v[0], S(0.0);
  return m;
}

/// c_0 ... c_K of strain/stumpff.h for u <= 4, rotations by up to two radians: the same number of terms for every u, so
/// that four lanes of a packet take the same way.
template <int K, class S>
std::array<S, K + 1> stumpff_near_zero(const S& u) {
  constexpr unsigned n_terms = 11;
  std::array<double, K + 1> inverse_factorial{1};
  for (unsigned k = 1; k <= K; ++k) inverse_factorial[k] = inverse_factorial[k - 1] / k;
  std::array<S, K + 1> c;
  for (unsigned k = K - 1; k <= K; ++k) {
    S sum(1.0);
    for (unsigned j = n_terms; j >= 1; --j) sum = S(1.0) - u * S(1.0 / ((2 * j + k - 1) * (2 * j + k))) * sum;
    c[k] = sum * S(inverse_factorial[k]);
  }
  for (unsigned k = K - 1; k-- > 0;) c[k] = S(inverse_factorial[k]) - u * c[k + 2];
  return c;
}

/// A function of u = phi.phi with its first two derivatives in u.
template <class S>
struct Coefficient {
  S value, first, second;
};

/// dc_k/du = (k c_(k+2) - c_(k+1)) / 2.
template <class S, std::size_t N>
S stumpff_slope(const std::array<S, N>& c, unsigned k) {
  return (c[k + 2] * S(1.0 * k) - c[k + 1]) * S(0.5);
}

/// c_k of Stumpff as a coefficient, from c_0 ... c_(k+4).
template <class S, std::size_t N>
Coefficient<S> stumpff_coefficient(const std::array<S, N>& c, unsigned k) {
  return {c[k], stumpff_slope(c, k), (stumpff_slope(c, k + 2) * S(1.0 * k) - stumpff_slope(c, k + 1)) * S(0.5)};
}

/// First and second derivatives of
///   F(phi, y) = y - beta(u) phi x y + gamma(u) phi x (phi x y),   u = phi.phi:
/// with (beta, gamma) = (c_1, c_2) it is exp(-phi) y, with (c_2, c_3) the body rate T(phi) y of strain/rotation.h.
/// Second derivatives are those of n.F for a fixed n: with k = y x n, p = k.phi, q = n.(phi x (phi x y)) and
/// h = dq/dphi,   n.F = n.y - beta p + gamma q,   and every derivative of beta in phi brings 2 beta' phi.
template <class S>
class TurnedVector {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  TurnedVector(const V& phi, const V& y, const Coefficient<S>& beta, const Coefficient<S>& gamma)
      : phi_(phi), y_(y), beta_(beta), gamma_(gamma), once_(phi.cross(y)), twice_(phi.cross(once_)) {}

  V value() const { return y_ - once_ * beta_.value + twice_ * gamma_.value; }

  M by_phi() const {
    const V along = (twice_ * gamma_.first - once_ * beta_.first) * S(2.0);
    M m = (along - y_ * gamma_.value) * phi_.transpose() + cross_matrix<S>(y_ * beta_.value - once_ * gamma_.value);
    m.diagonal().array() += gamma_.value * phi_.dot(y_);
    return m;
  }

  M by_y() const {
    M m = phi_ * (phi_ * gamma_.value).transpose() - cross_matrix<S>(phi_ * beta_.value);
    m.diagonal().array() += S(1.0) - gamma_.value * phi_.dot(phi_);
    return m;
  }

  M by_phi_phi(const V& n) const {
    const S p = n.dot(once_), q = n.dot(twice_), ny = n.dot(y_);
    const V k = y_.cross(n), h = n * phi_.dot(y_) + y_ * phi_.dot(n) - phi_ * (S(2.0) * ny);
    const V side =
        (h * gamma_.first - k * beta_.first) * S(2.0) + phi_ * (S(2.0) * (gamma_.second * q - beta_.second * p));
    const V y = y_ * gamma_.value;
    M half = phi_ * side.transpose() + n * y.transpose();
    half.diagonal().array() += gamma_.first * q - beta_.first * p - gamma_.value * ny;
    return half + half.transpose();
  }

  /// Rows phi, columns y.
  M by_phi_y(const V& n) const {
    const S phi_n = phi_.dot(n), phi_phi = phi_.dot(phi_);
    const V dp = n.cross(phi_), dq = phi_ * phi_n - n * phi_phi;
    const V side = (dq * gamma_.first - dp * beta_.first - n * gamma_.value) * S(2.0);
    M m = phi_ * side.transpose() + (n * gamma_.value) * phi_.transpose() + cross_matrix<S>(n * beta_.value);
    m.diagonal().array() += gamma_.value * phi_n;
    return m;
  }

 private:
  V phi_, y_;
  Coefficient<S> beta_, gamma_;
  V once_, twice_;  ///< phi x y, phi x (phi x y)
};

/// How the rotation vector phi of Q moves when Q is turned to exp(psi) Q: with A = I - [phi]/2 + g [phi]^2,
///   phi + A psi + 1/2 (dA(A psi)) psi + ...,   g = (c_3 - 2 c_4) / (2 c_2),
/// for phi' = A(phi) psi all along.
template <class S>
class TurnedRotationVector {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  explicit TurnedRotationVector(const V& phi) : phi_(phi) {
    const auto c = stumpff_near_zero<6, S>(phi.dot(phi));
    const S half_inverse = S(0.5) / c[2];
    g_ = (c[3] - c[4] * S(2.0)) * half_inverse;
    dg_ = (stumpff_slope(c, 3) - (stumpff_slope(c, 4) + g_ * stumpff_slope(c, 2)) * S(2.0)) * half_inverse;
  }

  /// A.
  M first() const {
    M m = phi_ * (phi_ * g_).transpose() - cross_matrix<S>(phi_ * S(0.5));
    m.diagonal().array() += S(1.0) - g_ * phi_.dot(phi_);
    return m;
  }

  /// K with m.(dA(eta) psi) = eta.(K psi) for all eta and psi: the second derivative of m.phi in psi is the symmetric
  /// part of A^T K.
  M second(const V& m) const {
    const V twice = phi_.cross(phi_.cross(m));
    M k = phi_ * (twice * (S(2.0) * dg_) + m * -g_).transpose();
    k += cross_matrix<S>(m * S(0.5) - m.cross(phi_) * g_);
    k.diagonal().array() += g_ * m.dot(phi_);
    return k;
  }

 private:
  V phi_;
  S g_, dg_;  ///< and its derivative in phi.phi
};

}  // namespace plumb
