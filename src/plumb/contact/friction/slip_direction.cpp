#include <plumb/contact/friction/slip_direction.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace plumb {

namespace {

using Polynomial = std::array<double, 5>;  // coefficients of 1, t, ... t^4

double value(const Polynomial& p, double t) { return p[0] + t * (p[1] + t * (p[2] + t * (p[3] + t * p[4]))); }

Polynomial derivative(const Polynomial& p) { return {p[1], 2 * p[2], 3 * p[3], 4 * p[4], 0}; }

/// Returns the zero between lo and hi, where p has different signs and is monotone.
double zero_between(const Polynomial& p, double lo, double hi) {
  const Polynomial slope = derivative(p);
  const bool rises = value(p, lo) < 0;
  double t = 0.5 * (lo + hi);
  for (int i = 0; i < 200; ++i) {
    const double f = value(p, t);
    if (f == 0) return t;
    (((f < 0) == rises) ? lo : hi) = t;
    const double newton = t - f / value(slope, t);
    const double next = newton > lo && newton < hi ? newton : 0.5 * (lo + hi);
    if (next == t || !(hi - lo > 1e-17)) return next;
    t = next;
  }
  return t;
}

/// Appends the zeros of p in [-1, 1], between which and its ends the derivative's zeros tell where p is monotone.
std::vector<double> zeros(const Polynomial& p, int degree) {
  std::vector<double> found;
  if (degree < 1) return found;
  std::vector<double> ends{-1};
  for (const double t : zeros(derivative(p), degree - 1)) ends.push_back(t);
  ends.push_back(1);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double lo = ends[i], hi = ends[i + 1], f_lo = value(p, lo), f_hi = value(p, hi);
    if (f_lo == 0) found.push_back(lo);
    if ((f_lo < 0 && f_hi > 0) || (f_lo > 0 && f_hi < 0)) found.push_back(zero_between(p, lo, hi));
  }
  if (value(p, 1) == 0) found.push_back(1);
  return found;
}

}  // namespace

SlipEquation::SlipEquation(const Eigen::Matrix3d& w, const Eigen::Vector3d& b, double mu)
    : c(w(0, 0) * b.tail<2>() - b(0) * w.block<2, 1>(1, 0)),
      a(mu * (b.tail<2>() * w.block<2, 1>(1, 0).transpose() - b(0) * w.bottomRightCorner<2, 2>())) {}

std::optional<Eigen::Vector2d> slip_direction_near(const SlipEquation& equation, Eigen::Vector2d e) {
  constexpr int kIterations = 12;
  constexpr double kSettled = 1e-9;  // the next step would be of its square
  for (int i = 0; i < kIterations; ++i) {
    const Eigen::Vector2d turn(-e(1), e(0));
    const Eigen::Vector2d v = equation.motion(e), dv = equation.a * turn;
    // g = e x v and dg/dangle = turn x v + e x dv; note turn x v = -e.v and e x v = turn.v.
    const double g = turn.dot(v), slope = turn.dot(dv) - e.dot(v);
    const double step = -g / slope;
    if (!(std::abs(step) < 2)) return {};
    e = (e + step * turn).normalized();
    if (std::abs(step) < kSettled) return e;
  }
  return {};
}

std::vector<Eigen::Vector2d> all_slip_directions(const SlipEquation& equation) {
  const double size = std::max(equation.c.cwiseAbs().maxCoeff(), equation.a.cwiseAbs().maxCoeff());
  std::vector<Eigen::Vector2d> directions;
  if (!(size > 0)) return directions;
  const Eigen::Matrix2d a = equation.a / size;
  // t in [-1, 1] covers half the circle; the other half has -e in the place of e, so -c in the place of c.
  for (const double side : {1.0, -1.0}) {
    const Eigen::Vector2d c = side * equation.c / size;
    const double difference = a(1, 1) - a(0, 0);
    const Polynomial p{c(1) + a(1, 0), 2 * (difference - c(0)), -2 * a(1, 0) - 4 * a(0, 1), -2 * (difference + c(0)),
                       a(1, 0) - c(1)};
    std::vector<double> places = zeros(p, 4);
    for (const double t : zeros(derivative(p), 3)) places.push_back(t);
    for (const double t : places) directions.push_back(side * Eigen::Vector2d(1 - t * t, 2 * t) / (1 + t * t));
  }
  return directions;
}

}  // namespace plumb
