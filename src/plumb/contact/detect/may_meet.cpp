#include <plumb/contact/detect/may_meet.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/contact/detect/closest_points.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
constexpr double kEps = std::numeric_limits<double>::epsilon();

Vector3d at(const MovingFeature& f, int i, double t) { return f.from[i] + t * (f.to[i] - f.from[i]); }

/// From b to a between the nearest points at one instant; roughly.
Vector3d apart(const MovingFeature& a, const MovingFeature& b, double t) {
  if (a.n == 2) {
    const Vector3d a0 = at(a, 0, t), a1 = at(a, 1, t), b0 = at(b, 0, t), b1 = at(b, 1, t);
    const NearestOnSegments w = nearest_on_segments(a0, a1, b0, b1);
    return a0 - b0 + w.a[1] * (a1 - a0) - w.b[1] * (b1 - b0);
  }
  const bool triangle_is_b = b.n == 3;
  const MovingFeature &point = triangle_is_b ? a : b, &triangle = triangle_is_b ? b : a;
  const Vector3d x = at(point, 0, t), c0 = at(triangle, 0, t), c1 = at(triangle, 1, t), c2 = at(triangle, 2, t);
  const auto w = nearest_on_triangle(x, c0, c1, c2);
  const Vector3d found = x - c0 - w[1] * (c1 - c0) - w[2] * (c2 - c0);
  return triangle_is_b ? found : Vector3d(-found);
}

/// n.(a - b), less all of its rounding and less the slack.
double certain(const Vector3d& n, const Vector3d& a, const Vector3d& b, double slack) {
  const Vector3d difference = a - b;
  return n.dot(difference) - 8 * kEps * n.cwiseAbs().dot(difference.cwiseAbs()) - slack;
}

/// Until when does n keep the features apart, from t on? Not above t: it does not.
double kept_apart_until(const MovingFeature& a, const MovingFeature& b, const Vector3d& n, double t, double slack) {
  double until = 1;
  bool to_the_end = true;
  for (int i = 0; i < a.n; ++i) {
    for (int k = 0; k < b.n; ++k) {
      const double start = certain(n, a.from[i], b.from[k], slack), end = certain(n, a.to[i], b.to[k], slack);
      const double here = (1 - t) * start + t * end;
      if (!(here > 4 * kEps * (std::abs(start) + std::abs(end)))) return 0;
      if (end > 0) continue;
      // The root of a falling line, rounded down.
      until = std::min(until, start / (start - end) * (1 - 4 * kEps));
      to_the_end = false;
    }
  }
  // The very end belongs to the motion: only lines that are positive there as well reach it.
  return to_the_end ? 2 : until;
}

}  // namespace

bool may_meet(const MovingFeature& a, const MovingFeature& b, double slack) {
  ENSURE((a.n == 2 && b.n == 2) || (a.n == 1 && b.n == 3) || (a.n == 3 && b.n == 1));
  constexpr int kDirections = 64;
  double t = 0;
  for (int i = 0; i < kDirections; ++i) {
    const Vector3d n = apart(a, b, t).stableNormalized();
    if (!(n.squaredNorm() > 0.5)) return true;
    const double until = kept_apart_until(a, b, n, t, slack * (1 + 8 * kEps));
    if (until > 1) return false;
    if (!(until > t)) return true;
    t = until;
  }
  return true;
}

namespace {

/// The same for a solid of any shape, by halves of the way: nothing is nearer to it than the middle of a piece is, less
/// half of the piece.
bool may_meet_by_halves(const ObstacleShape& solid, const Vector3d& from, const Vector3d& to, double noise,
                        int halvings) {
  const Vector3d middle = 0.5 * (from + to);
  const double distance = std::abs(nearness(solid, Pose{}, middle).distance);
  if (distance - 0.5 * (to - from).norm() * (1 + 4 * kEps) > noise) return false;
  if (halvings == 0 || !(distance > noise)) return true;
  return may_meet_by_halves(solid, from, middle, noise, halvings - 1) ||
         may_meet_by_halves(solid, middle, to, noise, halvings - 1);
}

}  // namespace

bool may_meet(const ObstacleShape& solid, const Vector3d& from, const Vector3d& to, double slack) {
  constexpr int kTangents = 64;
  const Pose own;
  const Vector3d way = to - from;
  const double noise = 1e-14 * (from.norm() + to.norm()) + slack;
  constexpr int kHalvings = 30;
  if (std::holds_alternative<BowlShape>(solid)) return may_meet_by_halves(solid, from, to, noise, kHalvings);
  struct Tangent {
    double t, value, slope;
  };
  const auto tangent = [&](double t) {
    const Vector3d x = from + t * way;
    const Nearness near = nearness(solid, own, x);
    return Tangent{t, near.distance, near.normal.dot(way)};
  };
  Tangent left = tangent(0), right = tangent(1);
  if (left.value < -noise && right.value < -noise) return false;
  if (!(left.value > noise && right.value > noise)) return true;
  // Outside at both ends. The least value lies between a falling tangent and a rising one.
  for (int i = 0; i < kTangents; ++i) {
    if (left.slope >= 0 || right.slope <= 0) {
      // Monotonic: an end is nearest, and far enough. Rounding of a slope is that of a direction.
      const double drop = (right.t - left.t) * 1e-14 * way.norm();
      return !(std::min(left.value, right.value) - drop > noise);
    }
    const double t =
        (right.value - left.value + left.slope * left.t - right.slope * right.t) / (left.slope - right.slope);
    if (!(t > left.t && t < right.t)) return true;
    const double bound = left.value + left.slope * (t - left.t);
    if (bound > noise) return false;
    const Tangent middle = tangent(t);
    if (!(middle.value > noise)) return true;
    (middle.slope < 0 ? left : right) = middle;
  }
  return true;
}

}  // namespace plumb
