#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>
#include <plumb/strain/stumpff.h>

namespace plumb {

/// A piece of an inextensible rod that is given by its curvatures: how it turns the frame (tangent, first and second
/// director) from its start to its end, and where it leads, both in the frame at its start.
///   R' = R [omega]_x,  r' = R e_t;   turn = R(0)^T R(l),   chord = int_0^l R(0)^T R e_t ds,
///   moment = int_0^l chord(s) ds:  what the piece's own weight sees, m^2.
/// omega = (twist, -kappa_2, kappa_1) is the Darboux vector in the material frame, 1/m.
template <class S>
struct CurvedLink {
  Eigen::Matrix<S, 3, 3> turn;
  Vector3<S> chord, moment;
};

/// A helix: omega is constant (Bertails et al. 2006, Super-Helix). Closed form, whatever the curvature.
template <class S>
CurvedLink<S> helix(const Vector3<S>& omega, double length) {
  const Vector3<S> theta = omega * S(length);
  const auto c = stumpff<4>(S(theta.dot(theta)));
  CurvedLink<S> link;
  for (int i = 0; i < 3; ++i) {
    const Vector3<S> y = Eigen::Vector3d::Unit(i).template cast<S>();
    const Vector3<S> once = theta.cross(y), twice = theta.cross(once);
    link.turn.col(i) = y + once * c[1] + twice * c[2];
    if (i != 0) continue;
    link.chord = (y + once * c[2] + twice * c[3]) * S(length);
    link.moment = (y * S(0.5) + once * c[3] + twice * c[4]) * S(length * length);
  }
  return link;
}

/// The Darboux vector along a piece of rod as a polynomial of degree N - 1 of the arc length, by its Bezier points: the
/// first and the last are its values at the ends, and their hull contains it.
template <class S, std::size_t N>
using DarbouxCurve = std::array<Vector3<S>, N>;

/// Returns the part of a curve between two fractions of its length (de Casteljau's blossom).
template <class S, std::size_t N>
DarbouxCurve<S, N> part_of(const DarbouxCurve<S, N>& curve, double from, double to) {
  DarbouxCurve<S, N> part;
  for (std::size_t j = 0; j < N; ++j) {
    DarbouxCurve<S, N> level = curve;
    for (std::size_t k = 0; k + 1 < N; ++k) {
      const double at = k < j ? to : from;
      for (std::size_t i = 0; i + 1 < N - k; ++i) level[i] = level[i] * S(1 - at) + level[i + 1] * S(at);
    }
    part[j] = level[0];
  }
  return part;
}

/// Returns the coefficients of the powers of the fraction, from the Bezier points.
template <class S, std::size_t N>
DarbouxCurve<S, N> powers_of(const DarbouxCurve<S, N>& curve) {
  DarbouxCurve<S, N> powers = curve;
  for (std::size_t k = 1; k < N; ++k) {
    for (std::size_t i = N - 1; i >= k; --i) powers[i] = (powers[i] - powers[i - 1]).eval();
  }
  double binomial = 1;
  for (std::size_t k = 1; k < N; ++k) {
    binomial *= static_cast<double>(N - k) / static_cast<double>(k);
    powers[k] *= S(binomial);
  }
  return powers;
}

/// Returns how many terms of x' = x cross omega(s) matter, for powers of omega of these sizes: an upper bound of the
/// coefficients, run until it is below `kSweptTolerance`, and as many more as derivatives lag behind.
inline constexpr double kSweptTolerance = 1e-16;
template <std::size_t N>
int swept_terms(const std::array<double, N>& sizes) {
  constexpr int kLag = 4;
  std::array<double, N> recent{1};  // the latest first
  int k = 0;
  for (; std::accumulate(recent.begin(), recent.end(), 0.0) > kSweptTolerance; ++k) {
    const double next = std::inner_product(sizes.begin(), sizes.end(), recent.begin(), 0.0) / (k + 1);
    std::shift_right(recent.begin(), recent.end(), 1);
    recent[0] = next;
  }
  return k + kLag;
}

/// A piece of rod whose omega is a polynomial. The rows of R(0)^T R obey x' = x cross omega(s), solved by their Taylor
/// series, stretch by stretch.
template <class S, std::size_t N>
CurvedLink<S> swept(const DarbouxCurve<S, N>& omega, double length) {
  const auto size = [](const Vector3<S>& v) { return std::hypot(value_of(v[0]), value_of(v[1]), value_of(v[2])); };
  // Stretches that turn by at most one and a half radians: some twenty terms, hardly any cancellation.
  double steepest = 0;
  for (const Vector3<S>& point : omega) steepest = std::max(steepest, size(point));
  const int n_stretches = std::max(1, static_cast<int>(std::ceil(steepest * length / 1.5)));
  const double h = length / n_stretches;

  CurvedLink<S> link;
  link.turn = Eigen::Matrix3d::Identity().template cast<S>();
  link.chord = link.moment = Eigen::Vector3d::Zero().template cast<S>();
  for (int stretch = 0; stretch < n_stretches; ++stretch) {
    const double from = static_cast<double>(stretch) / n_stretches, to = static_cast<double>(stretch + 1) / n_stretches;
    DarbouxCurve<S, N> powers = powers_of(n_stretches == 1 ? omega : part_of(omega, from, to));
    std::array<double, N> sizes;
    for (std::size_t j = 0; j < N; ++j) {
      powers[j] *= S(h);
      sizes[j] = size(powers[j]);
    }
    const int n_terms = swept_terms(sizes);
    const Vector3<S> before = link.chord;
    for (int row = 0; row < 3; ++row) {
      // Coefficients of the powers of s/h, the latest first.
      std::array<Vector3<S>, N> terms;
      terms.fill(Eigen::Vector3d::Zero().template cast<S>());
      terms[0] = link.turn.row(row).transpose();
      Vector3<S> sum = terms[0];
      S chord = terms[0][0], moment = terms[0][0] * 0.5;
      for (int k = 0; k < n_terms; ++k) {
        Vector3<S> next = terms[0].cross(powers[0]);
        for (std::size_t j = 1; j < N; ++j) next += terms[j].cross(powers[j]);
        for (std::size_t j = N - 1; j > 0; --j) terms[j] = terms[j - 1];
        terms[0] = next * S(1.0 / (k + 1));
        sum += terms[0];
        chord += terms[0][0] * (1.0 / (k + 2));
        moment += terms[0][0] * (1.0 / ((k + 2) * (k + 3)));
      }
      link.chord[row] += chord * h;
      link.moment[row] += before[row] * h + moment * (h * h);
      for (int i = 0; i < 3; ++i) link.turn(row, i) = sum[i];
    }
  }
  return link;
}

/// Constant omega has a closed form.
template <class S>
CurvedLink<S> swept(const DarbouxCurve<S, 1>& omega, double length) {
  return helix<S>(omega[0], length);
}

/// A clothoid: omega is linear from one end to the other (Casati and Bertails-Descoubes 2013, Super-Clothoid).
template <class S>
CurvedLink<S> clothoid(const Vector3<S>& start, const Vector3<S>& end, double length) {
  return swept<S, 2>({start, end}, length);
}

}  // namespace plumb
