#include <plumb/geometry/curve_through.h>

#include <algorithm>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// The second derivatives of the natural cubic spline, by elimination in its tridiagonal system.
std::vector<Vector3d> second_derivatives(const std::vector<Vector3d>& x, const std::vector<double>& t) {
  const std::size_t n = x.size();
  std::vector<Vector3d> bends(n, Vector3d::Zero());
  std::vector<double> diagonal(n, 1);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
    const double factor = i > 1 ? before / diagonal[i - 1] : 0;
    diagonal[i] = 2 * (before + after) - factor * before;
    bends[i] = 6 * ((x[i + 1] - x[i]) / after - (x[i] - x[i - 1]) / before) - factor * bends[i - 1];
  }
  for (std::size_t i = n - 1; i-- > 1;) bends[i] = (bends[i] - (t[i + 1] - t[i]) * bends[i + 1]) / diagonal[i];
  return bends;
}

}  // namespace

CurveThrough::CurveThrough(std::vector<Vector3d> points) : points_(std::move(points)), knots_{0} {
  ENSURE(points_.size() >= 2);
  for (std::size_t i = 1; i < points_.size(); ++i) {
    knots_.push_back(knots_.back() + (points_[i] - points_[i - 1]).norm());
    ENSURE(knots_[i] > knots_[i - 1]);
  }
  bends_ = second_derivatives(points_, knots_);
}

Vector3d CurveThrough::at(double t) const {
  const auto beyond = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, t);
  const auto k = static_cast<std::size_t>(beyond - knots_.begin());
  const double h = knots_[k] - knots_[k - 1];
  const Vector3d &a = points_[k - 1], &b = points_[k], &bend_a = bends_[k - 1], &bend_b = bends_[k];
  if (t < 0) return a + t * ((b - a) / h - h / 6 * (2 * bend_a + bend_b));
  if (t > end()) return b + (t - end()) * ((b - a) / h + h / 6 * (bend_a + 2 * bend_b));
  const double u = (knots_[k] - t) / h, v = (t - knots_[k - 1]) / h;
  return u * a + v * b + h * h / 6 * ((u * u * u - u) * bend_a + (v * v * v - v) * bend_b);
}

std::optional<std::vector<Vector3d>> CurveThrough::walk(int n, double chord, double ahead) const {
  constexpr double kMost = 16;  // chords of parameter: a curve's parameter is near its length
  std::vector<Vector3d> found{at(0)};
  double t = 0;
  if (ahead > 0) {
    const Vector3d tangent = (at(0) - at(-1)).normalized();
    found[0] -= ahead * tangent;
    t = -ahead / (at(0) - at(-1)).norm();
  }
  for (int i = 0; i < n; ++i) {
    const auto short_of = [&](double s) { return (at(s) - found.back()).norm() < chord; };
    // The first place that is far enough, in small steps: a curve may come back to where it was.
    constexpr double kStep = 0.125;
    double low = t, high = t + kStep * chord;
    for (; short_of(high) && high < t + kMost * chord; high += kStep * chord) low = high;
    if (short_of(high)) return {};
    for (int k = 0; k < 100 && low < high; ++k) {
      const double middle = 0.5 * (low + high);
      if (middle == low || middle == high) break;
      (short_of(middle) ? low : high) = middle;
    }
    t = high;
    found.push_back(at(t));
  }
  return found;
}

double CurveThrough::length() const {
  constexpr int kPieces = 256;  // of each span; what is left is the square of a piece
  double sum = 0;
  for (std::size_t k = 1; k < knots_.size(); ++k) {
    Vector3d last = at(knots_[k - 1]);
    for (int i = 1; i <= kPieces; ++i) {
      const Vector3d next = at(knots_[k - 1] + (knots_[k] - knots_[k - 1]) * i / kPieces);
      sum += (next - last).norm();
      last = next;
    }
  }
  return sum;
}

}  // namespace plumb
