#include <plumb/io/frame_rules.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

/// How many points belong to no surface: a mesh that changes leaves them alone.
std::size_t points_beside_surfaces(const Shape& shape) {
  std::size_t n = shape.points.size();
  for (const Shape::Surface& surface : shape.surfaces) n -= static_cast<std::size_t>(surface.n_points);
  return n;
}

bool is_finite(const Pose& pose) {
  return pose.position.allFinite() && pose.tangent.allFinite() && pose.director.allFinite();
}

bool are_finite(const std::vector<ContactMark>& contacts) {
  return std::all_of(contacts.begin(), contacts.end(), [](const ContactMark& c) {
    return c.place.allFinite() && c.normal.allFinite() && c.force.allFinite() && std::isfinite(c.gap);
  });
}

bool same_layout(const Shape& a, const Shape& b) {
  const auto same_curve = [](const Shape::Curve& u, const Shape::Curve& v) {
    return u.name == v.name && u.n_points == v.n_points;
  };
  const auto same_surface = [](const Shape::Surface& u, const Shape::Surface& v) { return u.name == v.name; };
  const auto same_array = [](const PointArray& u, const PointArray& v) {
    return u.name == v.name && u.unit == v.unit && u.n_components == v.n_components;
  };
  return points_beside_surfaces(a) == points_beside_surfaces(b) &&
         std::equal(a.curves.begin(), a.curves.end(), b.curves.begin(), b.curves.end(), same_curve) &&
         std::equal(a.surfaces.begin(), a.surfaces.end(), b.surfaces.begin(), b.surfaces.end(), same_surface) &&
         std::equal(a.arrays.begin(), a.arrays.end(), b.arrays.begin(), b.arrays.end(), same_array);
}

bool same_layout(const Frame& a, const Frame& b) {
  const auto same_observable = [](const Observable& u, const Observable& v) {
    return u.name == v.name && u.unit == v.unit;
  };
  const auto same_solid = [](const Solid& u, const Solid& v) { return u.outline->name == v.outline->name; };
  return same_layout(a.shape, b.shape) && a.contacts.has_value() == b.contacts.has_value() &&
         std::equal(a.solids.begin(), a.solids.end(), b.solids.begin(), b.solids.end(), same_solid) &&
         std::equal(a.observables.begin(), a.observables.end(), b.observables.begin(), b.observables.end(),
                    same_observable);
}

}  // namespace

void ensure_sound(const Shape& shape) {
  for (const Eigen::Vector3d& point : shape.points) ENSURE(point.allFinite());
  const std::size_t n_points = shape.points.size();
  for (const Shape::Curve& curve : shape.curves) {
    ENSURE(curve.first >= 0 && curve.n_points >= 0);
    ENSURE(static_cast<std::size_t>(curve.first) + static_cast<std::size_t>(curve.n_points) <= n_points);
    ENSURE(std::isfinite(curve.radius) && curve.radius >= 0);
  }
  for (const Shape::Surface& surface : shape.surfaces) {
    ENSURE(surface.first >= 0 && surface.n_points >= 0);
    ENSURE(static_cast<std::size_t>(surface.first) + static_cast<std::size_t>(surface.n_points) <= n_points);
    ENSURE(std::isfinite(surface.thickness) && surface.thickness >= 0);
    for (const auto& triangle : surface.triangles) {
      for (const int corner : triangle) ENSURE(corner >= 0 && corner < surface.n_points);
    }
  }
  for (const PointArray& array : shape.arrays) {
    ENSURE(array.n_components > 0);
    ENSURE(array.values.size() == n_points * static_cast<std::size_t>(array.n_components));
    for (const double value : array.values) ENSURE(std::isfinite(value));
  }
}

void ensure_sound(const Frame& frame) {
  ENSURE(std::isfinite(frame.time));
  ensure_sound(frame.shape);
  for (const Observable& observable : frame.observables) ENSURE(std::isfinite(observable.value));
  for (const Solid& solid : frame.solids) {
    ENSURE(solid.outline != nullptr && is_finite(solid.pose));
    for (const Eigen::Vector3d& point : solid.outline->points) ENSURE(point.allFinite());
    for (const auto& triangle : solid.outline->triangles) {
      for (const int corner : triangle) {
        ENSURE(corner >= 0 && static_cast<std::size_t>(corner) < solid.outline->points.size());
      }
    }
  }
  ENSURE(!frame.contacts || are_finite(*frame.contacts));
}

bool is_finite(const Frame& frame) {
  const auto finite_array = [](const PointArray& array) {
    return std::all_of(array.values.begin(), array.values.end(), [](double x) { return std::isfinite(x); });
  };
  const Shape& shape = frame.shape;
  return std::isfinite(frame.time) &&
         std::all_of(shape.points.begin(), shape.points.end(), [](const auto& x) { return x.allFinite(); }) &&
         std::all_of(shape.arrays.begin(), shape.arrays.end(), finite_array) &&
         std::all_of(frame.observables.begin(), frame.observables.end(),
                     [](const Observable& observable) { return std::isfinite(observable.value); }) &&
         std::all_of(frame.solids.begin(), frame.solids.end(), [](const Solid& s) { return is_finite(s.pose); }) &&
         (!frame.contacts || are_finite(*frame.contacts));
}

bool same_mesh(const Shape& a, const Shape& b) {
  const auto same_curve = [](const Shape::Curve& u, const Shape::Curve& v) {
    return u.first == v.first && u.n_points == v.n_points;
  };
  const auto same_surface = [](const Shape::Surface& u, const Shape::Surface& v) {
    return u.first == v.first && u.n_points == v.n_points && u.triangles == v.triangles;
  };
  return std::equal(a.curves.begin(), a.curves.end(), b.curves.begin(), b.curves.end(), same_curve) &&
         std::equal(a.surfaces.begin(), a.surfaces.end(), b.surfaces.begin(), b.surfaces.end(), same_surface);
}

void require_layout_of(const Frame& first, const Frame& frame) {
  if (same_layout(first, frame)) return;
  throw UserError(fmt::format(
      "all frames of a run have the same curves, surfaces, solids, arrays and observables, but those at {} s differ "
      "from the first ones",
      frame.time));
}

std::string labelled(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

}  // namespace plumb
