#include <plumb/contact/detect/closest_points.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Below the square of this sine, two directions are too nearly parallel for their common normal to be trusted alone.
constexpr double kSkew = 1e-8;
/// Below, segments of length 1 are parallel to rounding.
constexpr double kParallel = 1e-14;

std::array<double, 2> ends(double t) {
  if (!(t > 0)) return {1, 0};
  if (!(t < 1)) return {0, 1};
  return {1 - t, t};
}

Vector3d at(const std::array<double, 2>& w, const Vector3d& a, const Vector3d& b) {
  // From the nearer end, so that an end is met exactly and rounding is that of the distance to it.
  return w[1] <= 0.5 ? a + w[1] * (b - a) : b + w[0] * (a - b);
}

/// The middle of the stretch along which two parallel segments lie side by side; nothing if they do not.
bool middle_of_parallels(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0, const Vector3d& b1,
                         NearestOnSegments& found) {
  const Vector3d u = a1 - a0, v = b1 - b0;
  const double uu = u.squaredNorm(), vv = v.squaredNorm();
  const double from = u.dot(b0 - a0) / uu, to = u.dot(b1 - a0) / uu;
  const double low = std::max(0.0, std::min(from, to)), high = std::min(1.0, std::max(from, to));
  if (!(low < high)) return false;
  const double s = 0.5 * (low + high);
  found.a = ends(s);
  found.b = ends(v.dot(a0 + s * u - b0) / vv);
  return true;
}

}  // namespace

std::array<double, 2> nearest_on_segment(const Vector3d& x, const Vector3d& a, const Vector3d& b) {
  const Vector3d along = b - a;
  const double square = along.squaredNorm();
  if (!(square > 0)) return {1, 0};
  const double t = along.dot(x - a) / square;
  if (t <= 0.5) return ends(t);
  // Measured from the other end, so that a point beside that end is told as exactly as one beside the first.
  const double rest = along.dot(b - x) / square;
  return rest > 0 ? std::array<double, 2>{rest, 1 - rest} : std::array<double, 2>{0, 1};
}

std::array<double, 3> nearest_on_triangle(const Vector3d& x, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d ab = b - a, ac = c - a, normal = ab.cross(ac);
  const double square = normal.squaredNorm();
  if (square > 0) {
    const double wb = (x - a).cross(ac).dot(normal), wc = ab.cross(x - a).dot(normal),
                 wa = (c - b).cross(x - b).dot(normal);
    const double sum = wa + wb + wc;
    if (wa > 0 && wb > 0 && wc > 0) return {wa / sum, wb / sum, wc / sum};
  }
  // On the rim: the nearest of its three sides.
  const auto on_ab = nearest_on_segment(x, a, b), on_bc = nearest_on_segment(x, b, c),
             on_ca = nearest_on_segment(x, c, a);
  const double d_ab = (x - at(on_ab, a, b)).squaredNorm(), d_bc = (x - at(on_bc, b, c)).squaredNorm(),
               d_ca = (x - at(on_ca, c, a)).squaredNorm();
  if (d_ab <= d_bc && d_ab <= d_ca) return {on_ab[0], on_ab[1], 0};
  if (d_bc <= d_ca) return {0, on_bc[0], on_bc[1]};
  return {on_ca[1], 0, on_ca[0]};
}

NearestOnSegments nearest_on_segments(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0, const Vector3d& b1) {
  const Vector3d u = a1 - a0, v = b1 - b0, apart = b0 - a0;
  const double uu = u.squaredNorm(), vv = v.squaredNorm();
  const Vector3d normal = u.cross(v);
  const double square = normal.squaredNorm();
  const double whole = uu * vv;

  NearestOnSegments best;
  double least = HUGE_VAL;
  if (square > kParallel * kParallel * whole) {
    const double s = apart.cross(v).dot(normal) / square, t = apart.cross(u).dot(normal) / square;
    if (s > 0 && s < 1 && t > 0 && t < 1) {
      best = {ends(s), ends(t)};
      if (square > kSkew * whole) return best;
      least = (at(best.a, a0, a1) - at(best.b, b0, b1)).squaredNorm();
    }
  } else if (whole > 0 && middle_of_parallels(a0, a1, b0, b1, best)) {
    least = (at(best.a, a0, a1) - at(best.b, b0, b1)).squaredNorm();
    // Rounding must not prefer an end.
    least *= 1 - 1e-12;
  }

  // Otherwise an end of one of them is a nearest point.
  const auto consider = [&](const NearestOnSegments& other) {
    const double d = (at(other.a, a0, a1) - at(other.b, b0, b1)).squaredNorm();
    if (d < least) {
      least = d;
      best = other;
    }
  };
  consider({{1, 0}, nearest_on_segment(a0, b0, b1)});
  consider({{0, 1}, nearest_on_segment(a1, b0, b1)});
  consider({nearest_on_segment(b0, a0, a1), {1, 0}});
  consider({nearest_on_segment(b1, a0, a1), {0, 1}});
  return best;
}

}  // namespace plumb
