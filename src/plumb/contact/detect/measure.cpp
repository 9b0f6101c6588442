#include <plumb/contact/detect/measure.h>

#include <cmath>

#include <Eigen/Geometry>

#include <plumb/contact/detect/closest_points.h>
#include <plumb/core/status.h>
#include <plumb/geometry/frame.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Points nearer than this, for features of length 1, coincide: the direction between them is rounding.
constexpr double kCoincide = 1e-11;
/// Two edges whose sine is below this have no common normal to be trusted.
constexpr double kParallel = 1e-6;

double length_of(const Feature& f) {
  double length = 0;
  for (int i = 1; i < f.n; ++i) length = std::max(length, (f.x[i] - f.x[0]).lpNorm<Eigen::Infinity>());
  return length;
}

Vector3d triangle_normal(const Feature& f) { return (f.x[1] - f.x[0]).cross(f.x[2] - f.x[0]).stableNormalized(); }

/// A unit vector across both edges that does not depend on where they are.
Vector3d across(const Feature& a, const Feature& b) {
  const Vector3d u = a.x[1] - a.x[0], v = b.x[1] - b.x[0], normal = u.cross(v);
  if (normal.norm() > kParallel * u.norm() * v.norm()) return normal.normalized();
  const Vector3d along = u.squaredNorm() >= v.squaredNorm() ? u : v;
  return along.squaredNorm() > 0 ? any_perpendicular(along.stableNormalized()) : Vector3d(Vector3d::UnitZ());
}

bool inside(const Feature& f, const std::array<double, 3>& weights) {
  for (int i = 0; i < f.n; ++i) {
    if (!(weights[i] > 0)) return false;
  }
  return true;
}

}  // namespace

Vector3d Feature::at(const std::array<double, 3>& weights) const {
  // A corner itself is met exactly.
  int most = 0;
  for (int i = 1; i < n; ++i) {
    if (weights[i] > weights[most]) most = i;
  }
  Vector3d sum = x[most];
  for (int i = 0; i < n; ++i) {
    if (i != most && weights[i] > 0) sum += weights[i] * (x[i] - x[most]);
  }
  return sum;
}

double Feature::radius_at(const std::array<double, 3>& weights) const {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += weights[i] * radius[i];
  return sum;
}

Measured measure(const Feature& a, const Feature& b, const Vector3d* side) {
  Measured m;
  Vector3d natural = Vector3d::Zero();  // the normal that the features themselves have there
  if (a.n == 2 && b.n == 2) {
    const NearestOnSegments nearest = nearest_on_segments(a.x[0], a.x[1], b.x[0], b.x[1]);
    m.a = {nearest.a[0], nearest.a[1], 0};
    m.b = {nearest.b[0], nearest.b[1], 0};
    const Vector3d u = a.x[1] - a.x[0], v = b.x[1] - b.x[0], normal = u.cross(v);
    if (inside(a, m.a) && inside(b, m.b) && normal.norm() > kParallel * u.norm() * v.norm())
      natural = normal.normalized();
  } else {
    ENSURE((a.n == 1 && b.n == 3) || (a.n == 3 && b.n == 1));
    const bool on_b_side = b.n == 3;
    const Feature& triangle = on_b_side ? b : a;
    const Vector3d& point = on_b_side ? a.x[0] : b.x[0];
    auto& weights = on_b_side ? m.b : m.a;
    weights = nearest_on_triangle(point, triangle.x[0], triangle.x[1], triangle.x[2]);
    (on_b_side ? m.a : m.b) = {1, 0, 0};
    if (inside(triangle, weights)) natural = triangle_normal(triangle);
  }
  m.on_a = a.at(m.a);
  m.on_b = b.at(m.b);
  const Vector3d apart = m.on_a - m.on_b;
  const double distance = apart.norm();
  const bool coincide = !(distance > kCoincide * std::max(length_of(a), length_of(b)));
  if (natural.squaredNorm() > 0.5) {
    m.normal = natural.dot(apart) < 0 ? Vector3d(-natural) : natural;
  } else if (!coincide) {
    m.normal = apart / distance;
  } else if (side) {
    m.normal = *side;
  } else {
    m.normal = a.n == 2 ? across(a, b) : triangle_normal(a.n == 3 ? a : b);
    if (!(m.normal.squaredNorm() > 0.5)) m.normal = Vector3d::UnitZ();
    if (m.normal.dot(apart) < 0) m.normal = -m.normal;
  }
  if (side && m.normal.dot(*side) < 0) m.normal = -m.normal;
  m.distance = m.normal.dot(apart);
  m.gap = m.distance - a.radius_at(m.a) - b.radius_at(m.b);
  return m;
}

}  // namespace plumb
