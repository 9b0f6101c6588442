#pragma once

#include <algorithm>
#include <cmath>

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

/// Terms of x' = x cross omega(s) that matter, for omega h and its change over h of these sizes: an upper bound of the
/// coefficients, run until it is below `kClothoidTolerance`, and as many more as derivatives lag behind.
inline constexpr double kClothoidTolerance = 1e-16;
inline int clothoid_terms(double omega, double change) {
  constexpr int kLag = 4;
  double previous = 0, term = 1;
  int k = 0;
  for (; term + previous > kClothoidTolerance; ++k) {
    const double next = (term * omega + previous * change) / (k + 1);
    previous = term;
    term = next;
  }
  return k + kLag;
}

/// A clothoid: omega is linear from one end to the other (Casati and Bertails-Descoubes 2013, Super-Clothoid). The rows
/// of R(0)^T R obey x' = x cross omega(s), solved by their Taylor series, piece by piece.
template <class S>
CurvedLink<S> clothoid(const Vector3<S>& start, const Vector3<S>& end, double length) {
  const auto size = [](const Vector3<S>& v) {
    return std::sqrt(value_of(v[0]) * value_of(v[0]) + value_of(v[1]) * value_of(v[1]) +
                     value_of(v[2]) * value_of(v[2]));
  };
  // Pieces that turn by at most one and a half radians: some twenty terms, hardly any cancellation.
  const double steepest = std::max(size(start), size(end));
  const int n_pieces = std::max(1, static_cast<int>(std::ceil(steepest * length / 1.5)));
  const double h = length / n_pieces;
  const Vector3<S> change = (end - start) * S(h / n_pieces);  // of h omega over a piece
  const int n_terms = clothoid_terms(steepest * h, size(change));

  CurvedLink<S> link;
  link.turn = Eigen::Matrix3d::Identity().template cast<S>();
  link.chord = link.moment = Eigen::Vector3d::Zero().template cast<S>();
  for (int piece = 0; piece < n_pieces; ++piece) {
    const double fraction = static_cast<double>(piece) / n_pieces;
    const Vector3<S> omega = (start * S(1 - fraction) + end * S(fraction)) * S(h);
    const Vector3<S> before = link.chord;
    for (int row = 0; row < 3; ++row) {
      // Coefficients of the powers of s/h.
      Vector3<S> previous = Eigen::Vector3d::Zero().template cast<S>();
      Vector3<S> term = link.turn.row(row).transpose();
      Vector3<S> sum = term;
      S chord = term[0], moment = term[0] * 0.5;
      for (int k = 0; k < n_terms; ++k) {
        const Vector3<S> next = (term.cross(omega) + previous.cross(change)) * S(1.0 / (k + 1));
        previous = term;
        term = next;
        sum += term;
        chord += term[0] * (1.0 / (k + 2));
        moment += term[0] * (1.0 / ((k + 2) * (k + 3)));
      }
      link.chord[row] += chord * h;
      link.moment[row] += before[row] * h + moment * (h * h);
      for (int i = 0; i < 3; ++i) link.turn(row, i) = sum[i];
    }
  }
  return link;
}

}  // namespace plumb
