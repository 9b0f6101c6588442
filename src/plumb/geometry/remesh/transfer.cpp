#include <plumb/geometry/remesh/transfer.h>

#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/geometry/remesh/slots.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

template <class T>
std::vector<T> interpolated(const RemeshHistory& history, std::span<const T> values, const T& zero) {
  std::vector<T> slots = in_slots(values, history.old_points, history.rest.size(), zero);
  for (const RemeshStep& step : history.steps) {
    if (step.kind == RemeshKind::split) slots[at(step.point)] = 0.5 * (slots[at(step.a)] + slots[at(step.b)]);
  }
  return picked(std::span<const T>(slots), history.new_points);
}

}  // namespace

std::vector<double> transferred_to_points(const RemeshHistory& history, std::span<const double> values) {
  return interpolated(history, values, 0.0);
}

std::vector<Vector3d> transferred_to_points(const RemeshHistory& history, std::span<const Vector3d> values) {
  return interpolated(history, values, Vector3d(Vector3d::Zero()));
}

void cover_anew(const RemeshHistory& history, const Patch& patch, std::vector<double>& of_triangles) {
  const std::span<const Facet> before = history.before(patch);
  const double base = of_triangles[at(before.front().slot)];
  double area = 0, change = 0;
  for (const Facet& facet : before) {
    area += facet.area;
    change += facet.area * (of_triangles[at(facet.slot)] - base);
  }
  for (const Facet& facet : history.after(patch)) of_triangles[at(facet.slot)] = base + change / area;
}

std::vector<double> transferred_to_triangles(const RemeshHistory& history, std::span<const double> values) {
  std::vector<double> slots = in_slots(values, history.old_triangles, at(history.n_triangle_slots), 0.0);
  for (const Patch& patch : history.patches) cover_anew(history, patch, slots);
  return picked(std::span<const double>(slots), history.new_triangles);
}

std::vector<Successor> successors(const RemeshHistory& history) {
  std::vector<int> into(history.rest.size(), -1), number(history.rest.size(), -1);
  for (const RemeshStep& step : history.steps) {
    if (step.kind == RemeshKind::collapse) into[at(step.point)] = step.a;
  }
  for (std::size_t i = 0; i < history.new_points.size(); ++i) number[at(history.new_points[i])] = static_cast<int>(i);
  std::vector<Successor> found(history.old_points.size());
  for (std::size_t slot = 0; slot < history.old_points.size(); ++slot) {
    int now = static_cast<int>(slot);
    while (into[at(now)] >= 0) now = into[at(now)];
    found[at(history.old_points[slot])] = {number[at(now)], now == static_cast<int>(slot)};
  }
  return found;
}

std::vector<double> lumped_masses(const MeshNow& mesh, std::span<const double> mass_per_area) {
  ENSURE(mass_per_area.size() == mesh.triangles.size());
  std::vector<double> masses(mesh.rest.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    const Vector3d u = mesh.rest[at(b)] - mesh.rest[at(a)], v = mesh.rest[at(c)] - mesh.rest[at(a)];
    for (const int point : mesh.triangles[t]) masses[at(point)] += mass_per_area[t] * u.cross(v).norm() / 6;
  }
  return masses;
}

}  // namespace plumb
