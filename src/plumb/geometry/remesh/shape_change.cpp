#include <plumb/geometry/remesh/shape_change.h>

#include <algorithm>
#include <limits>

#include <Eigen/Geometry>

#include <plumb/geometry/remesh/slots.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The corner of a facet that is neither of two points.
int third_corner(const Facet& facet, int a, int b) {
  return *std::find_if(facet.points.begin(), facet.points.end(), [&](int p) { return p != a && p != b; });
}

double flip_change(const RemeshHistory& history, const RemeshStep& step, const std::vector<Vector3d>& x) {
  const std::span<const Facet> before = history.before(history.patches_of(step)[0]);
  const int a = step.a, b = step.b, p = third_corner(before[0], a, b), q = third_corner(before[1], a, b);
  const std::vector<Vector3d>& rest = history.rest;
  const Vector3d old_edge = rest[at(b)] - rest[at(a)], new_edge = rest[at(q)] - rest[at(p)];
  const Vector3d offset = rest[at(p)] - rest[at(a)], normal = old_edge.cross(new_edge);
  const double along_old = offset.cross(new_edge).dot(normal) / normal.squaredNorm();
  const double along_new = offset.cross(old_edge).dot(normal) / normal.squaredNorm();
  const Vector3d there = x[at(a)] + along_old * (x[at(b)] - x[at(a)]);
  return (x[at(p)] + along_new * (x[at(q)] - x[at(p)]) - there).norm();
}

double collapse_change(const RemeshHistory& history, const RemeshStep& step, const std::vector<Vector3d>& x) {
  // The facet that covers the removed point is the one where its least barycentric coordinate is the largest.
  double most_inside = -std::numeric_limits<double>::infinity();
  Vector3d there = x[at(step.a)];
  const Vector3d& place = history.rest[at(step.point)];
  for (const Patch& patch : history.patches_of(step)) {
    for (const Facet& facet : history.after(patch)) {
      const auto& [a, b, c] = facet.points;
      const Vector3d u = history.rest[at(b)] - history.rest[at(a)], v = history.rest[at(c)] - history.rest[at(a)];
      const Vector3d w = place - history.rest[at(a)], normal = u.cross(v);
      const double of_b = w.cross(v).dot(normal) / normal.squaredNorm();
      const double of_c = u.cross(w).dot(normal) / normal.squaredNorm();
      const double inside = std::min({of_b, of_c, 1 - of_b - of_c});
      if (inside <= most_inside) continue;
      most_inside = inside;
      there = x[at(a)] + of_b * (x[at(b)] - x[at(a)]) + of_c * (x[at(c)] - x[at(a)]);
    }
  }
  return (x[at(step.point)] - there).norm();
}

}  // namespace

std::vector<double> shape_changes(const RemeshHistory& history, std::span<const Vector3d> positions) {
  std::vector<Vector3d> x = in_slots(positions, history.old_points, history.rest.size(), Vector3d(Vector3d::Zero()));
  std::vector<double> changes;
  changes.reserve(history.steps.size());
  for (const RemeshStep& step : history.steps) {
    if (step.kind == RemeshKind::split) x[at(step.point)] = 0.5 * (x[at(step.a)] + x[at(step.b)]);
    changes.push_back(step.kind == RemeshKind::split  ? 0
                      : step.kind == RemeshKind::flip ? flip_change(history, step, x)
                                                      : collapse_change(history, step, x));
  }
  return changes;
}

}  // namespace plumb
