#include <plumb/contact/detect/obstacle.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Distance from a point at `off` its nearest place on an axis, thickened by a radius. On the axis itself, the normal is
/// `otherwise`.
Nearness around(const Vector3d& off, double radius, const Vector3d& otherwise) {
  const double length = off.norm();
  return {length - radius, length > 0 ? Vector3d(off / length) : otherwise};
}

/// Returns how a point lies to an intersection of convex sets at right angles to each other (the slabs of a box, a
/// round and a slab for a cylinder), given its signed distance from each and the outward unit vectors. Of sides that
/// are equally near from inside, the first counts.
template <std::size_t N>
Nearness from_sides(const std::array<double, N>& out, const std::array<Vector3d, N>& along) {
  Vector3d outside = Vector3d::Zero();
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < N; ++i) {
    if (out[i] > 0) outside += out[i] * along[i];
    if (out[i] > out[nearest]) nearest = i;
  }
  if (out[nearest] > 0) {
    const double distance = outside.norm();
    return {distance, outside / distance};
  }
  return {out[nearest], along[nearest]};
}

Vector3d away(double x, int axis) { return (x < 0 ? -1.0 : 1.0) * Vector3d::Unit(axis); }

Nearness local(const PlaneShape&, const Vector3d& x) { return {x.z(), Vector3d::UnitZ()}; }

Nearness local(const SphereShape& sphere, const Vector3d& x) { return around(x, sphere.radius, Vector3d::UnitZ()); }

Nearness local(const CapsuleShape& capsule, const Vector3d& x) {
  const double half = 0.5 * capsule.length;
  const Vector3d nearest(std::clamp(x.x(), -half, half), 0, 0);
  return around(x - nearest, capsule.radius, Vector3d::UnitZ());
}

Nearness local(const CylinderShape& cylinder, const Vector3d& x) {
  const Vector3d off(0, x.y(), x.z());
  const Nearness round = around(off, cylinder.radius, Vector3d::UnitZ());
  return from_sides<2>({round.distance, std::abs(x.x()) - 0.5 * cylinder.length}, {round.normal, away(x.x(), 0)});
}

Nearness local(const BoxShape& box, const Vector3d& x) {
  return from_sides<3>({std::abs(x.x()) - 0.5 * box.size.x(), std::abs(x.y()) - 0.5 * box.size.y(),
                        std::abs(x.z()) - 0.5 * box.size.z()},
                       {away(x.x(), 0), away(x.y(), 1), away(x.z(), 2)});
}

/// Below the rim, the wall between two balls; above it, the flat ring of the rim.
Nearness local(const BowlShape& bowl, const Vector3d& x) {
  const double inner = bowl.radius, outer = bowl.radius + bowl.wall;
  const Vector3d away_from_axis = around({x.x(), x.y(), 0}, 0, Vector3d::UnitX()).normal;
  if (x.z() >= 0) {
    const Vector3d on_rim = std::clamp(std::hypot(x.x(), x.y()), inner, outer) * away_from_axis;
    return around(x - on_rim, 0, Vector3d::UnitZ());
  }
  const double out = x.norm();
  const Vector3d along = x / out;
  const double sides[] = {inner - out, out - outer, x.z()};
  const Vector3d normals[] = {-along, along, Vector3d::UnitZ()};
  if (out <= inner || out >= outer) return out <= inner ? Nearness{sides[0], normals[0]} : Nearness{sides[1], along};
  const auto nearest = std::max_element(std::begin(sides), std::end(sides)) - std::begin(sides);
  return {sides[nearest], normals[nearest]};
}

Nearness local(const MeshShape&, const Vector3d&) {
  ENSURE(false && "a mesh has no inside");
  return {};
}

}  // namespace

Nearness nearness(const ObstacleShape& shape, const Pose& pose, const Vector3d& x) {
  const Eigen::Matrix3d frame = pose.frame();
  const Vector3d in_frame = frame.transpose() * (x - pose.position);
  Nearness found = std::visit([&](const auto& s) { return local(s, in_frame); }, shape);
  found.normal = frame * found.normal;
  return found;
}

}  // namespace plumb
