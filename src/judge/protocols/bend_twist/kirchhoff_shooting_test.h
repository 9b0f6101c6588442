#pragma once

// The second formulation of the Bend-Twist frontier: the Kirchhoff equations (4) and (6) themselves, in three
// dimensions (with the sign of the weight mended: see the errata), shot from the free end towards the clamp by the
// classical Runge-Kutta method. At the free end the curvatures are the natural ones and only the frame is unknown. A
// planar shape bifurcates where a small rotation of that frame out of the plane leaves the frame at the clamp in the
// plane, to first order: where a determinant of 2 x 2 derivatives vanishes. The derivatives are taken by complex steps.

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <vector>

namespace judge::kirchhoff {

using Complex = std::complex<double>;
using Vector = std::array<Complex, 3>;

inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// frame[i] is a row of R = [t|d1|d2]: the components of the fixed direction i along t, d1 and d2.
struct State {
  std::array<Vector, 3> frame{};
  Vector kappa{};

  State moved(double h, const State& rate) const {
    State result = *this;
    for (std::size_t j = 0; j < 3; ++j) {
      result.kappa[j] += h * rate.kappa[j];
      for (std::size_t i = 0; i < 3; ++i) result.frame[i][j] += h * rate.frame[i][j];
    }
    return result;
  }
};

struct Rod {
  double phi, x;
  double twist = 1, side = 1;  // stiffnesses over that of bending in the plane
  double step = 0.01;
  /// Beyond this arc length from the free end a hook hangs straight to within exp(-18), and what that changes in the
  /// hook is its square. Shooting in double precision does not reach much further; a straight line goes on.
  double straight_from() const { return std::min(phi, 9 / x); }

  /// d/du, u = phi - s.
  State rate(double u, const State& y) const {
    const double stiffness[3] = {twist, side, 1};
    const Vector strain = {y.kappa[0], y.kappa[1], y.kappa[2] - 1.0};
    const Vector moment = {stiffness[0] * strain[0], stiffness[1] * strain[1], stiffness[2] * strain[2]};
    const Vector gyration = cross(y.kappa, moment);
    const Vector lever = cross({1, 0, 0}, y.frame[2]);
    State rate;
    for (std::size_t i = 0; i < 3; ++i) {
      rate.kappa[i] = -(x * x * x * u * lever[i] - gyration[i]) / stiffness[i];
      const Vector turned = cross(y.frame[i], y.kappa);  // row i of R [kappa]
      for (std::size_t j = 0; j < 3; ++j) rate.frame[i][j] = -turned[j];
    }
    return rate;
  }

  State advance(double u, double h, const State& y) const {
    const State a = rate(u, y), b = rate(u + h / 2, y.moved(h / 2, a)), c = rate(u + h / 2, y.moved(h / 2, b)),
                d = rate(u + h, y.moved(h, c));
    return y.moved(h / 6, a).moved(h / 3, b).moved(h / 3, c).moved(h / 6, d);
  }

  /// theta where the rod is clamped or straight, if it is alpha at the free end; also whether d theta / d alpha has
  /// changed sign on the way: then the shape is unstable within the plane.
  struct Planar {
    double theta;
    bool stable;
  };
  Planar planar(double alpha) const {
    const double length = straight_from();
    const int n = int(std::ceil(length / step));
    const double h = length / n;
    std::array<double, 4> y = {alpha, -1, 1, 0};
    const auto slope = [&](double u, const std::array<double, 4>& q) {
      const double w = x * x * x * u;
      return std::array<double, 4>{q[1], w * std::sin(q[0]), q[3], w * std::cos(q[0]) * q[2]};
    };
    const auto at = [](std::array<double, 4> q, double hh, const std::array<double, 4>& d) {
      for (std::size_t i = 0; i < 4; ++i) q[i] += hh * d[i];
      return q;
    };
    bool stable = true;
    for (int i = 0; i < n; ++i) {
      const double u = i * h;
      const auto a = slope(u, y), b = slope(u + h / 2, at(y, h / 2, a)), c = slope(u + h / 2, at(y, h / 2, b)),
                 d = slope(u + h, at(y, h, c));
      for (std::size_t j = 0; j < 4; ++j) y[j] += h / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
      stable = stable && y[2] > 0;
    }
    return {y[0], stable};
  }

  /// All planar equilibria that `n` equal steps of alpha separate.
  std::vector<double> equilibria(int n) const {
    std::vector<double> found;
    const double low = -1, high = phi + 3;
    double before = planar(low).theta;
    for (int i = 1; i <= n; ++i) {
      const double alpha = low + (high - low) * i / n, here = planar(alpha).theta;
      if ((before < 0) == (here < 0)) continue;
      double a = low + (high - low) * (i - 1) / n, b = alpha;
      for (int k = 0; k < 60; ++k) {
        const double middle = (a + b) / 2;
        ((planar(middle).theta < 0) == (before < 0) ? a : b) = middle;
      }
      found.push_back((a + b) / 2);
      before = here;
    }
    return found;
  }

  /// How often the determinant vanishes between free end and clamp: the negative modes out of the plane.
  int negative_modes(double alpha) const {
    constexpr double tiny = 1e-100;  // its square must stay small even times exp(160), the growth along 10 turns
    std::array<State, 2> y;
    for (std::size_t p = 0; p < 2; ++p) {
      // Directions x, y, z; clamped frame [-z|-x|y], turned by alpha about y, then by a tiny angle about its own axis
      // p.
      const double c = std::cos(alpha), s = std::sin(alpha);
      y[p].frame = {{{-s, -c, 0}, {0, 0, 1}, {-c, s, 0}}};
      Vector axis{};
      axis[p] = Complex(0, tiny);
      for (Vector& row : y[p].frame) {
        const Vector turn = cross(row, axis);
        for (std::size_t j = 0; j < 3; ++j) row[j] += turn[j];
      }
      y[p].kappa = {0, 0, 1};
    }
    // Both perturbations drift towards the one that grows fastest: Gram-Schmidt keeps them apart, and the sign of the
    // determinant.
    const auto keep_apart = [&] {
      const auto dot = [&](const State& a, const State& b) {
        double sum = 0;
        for (std::size_t j = 0; j < 3; ++j) {
          sum += a.kappa[j].imag() * b.kappa[j].imag();
          for (std::size_t i = 0; i < 3; ++i) sum += a.frame[i][j].imag() * b.frame[i][j].imag();
        }
        return sum;
      };
      const auto combine = [](State& a, double factor, const State& b, double other) {
        const auto mix = [&](Complex& p, const Complex& q) { p.imag(factor * p.imag() + other * q.imag()); };
        for (std::size_t j = 0; j < 3; ++j) {
          mix(a.kappa[j], b.kappa[j]);
          for (std::size_t i = 0; i < 3; ++i) mix(a.frame[i][j], b.frame[i][j]);
        }
      };
      combine(y[0], tiny / std::sqrt(dot(y[0], y[0])), y[1], 0);
      combine(y[1], 1, y[0], -dot(y[0], y[1]) / (tiny * tiny));
      combine(y[1], tiny / std::sqrt(dot(y[1], y[1])), y[0], 0);
    };
    int changes = 0;
    bool positive = true;
    const auto walk = [&](double from, double to) {
      const int n = int(std::ceil((to - from) / step));
      for (int i = 0; i < n; ++i) {
        for (State& q : y) q = advance(from + (to - from) * i / n, (to - from) / n, q);
        const auto tilt = [&](std::size_t p, std::size_t j) { return y[p].frame[1][j].imag() / tiny; };
        const bool now = tilt(0, 0) * tilt(1, 1) - tilt(0, 1) * tilt(1, 0) > 0;
        if (now != positive) ++changes;
        positive = now;
        if (i % 50 == 49) keep_apart();
      }
    };
    walk(0, straight_from());
    if (straight_from() == phi) return changes;
    for (State& q : y) {
      const double straight[3][3] = {{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}};
      for (std::size_t j = 0; j < 3; ++j) {
        q.kappa[j].real(0);
        for (std::size_t i = 0; i < 3; ++i) q.frame[i][j].real(straight[i][j]);
      }
    }
    walk(straight_from(), phi);
    return changes;
  }
};

}  // namespace judge::kirchhoff
