#include <plumb/scene/read/read_pose.h>

#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr double kMostLengths = 1e6;

/// What is left of the director across the tangent; unit.
Eigen::Vector3d across(const Eigen::Vector3d& director, const Eigen::Vector3d& tangent) {
  return (director - director.dot(tangent) * tangent).normalized();
}

Eigen::Vector3d read_director(const Keys& keys, const Eigen::Vector3d& tangent) {
  const auto entry = keys.find("director");
  if (!entry) {
    const bool along_y = std::abs(tangent.y()) > 0.9;
    return across(along_y ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY(), tangent);
  }
  const Eigen::Vector3d director = read_direction(*entry);
  if (director.cross(tangent).norm() < 1e-6) entry->refuse("parallel to the tangent; it must point across it");
  return across(director, tangent);
}

}  // namespace

Eigen::Vector3d read_direction(const Entry& entry) {
  const Eigen::Vector3d direction = entry.vector(dimension::none);
  if (direction.isZero(0)) entry.refuse("a direction must not be zero");
  return direction.stableNormalized();
}

std::string direction_text(const Eigen::Vector3d& direction) {
  for (int axis = 0; axis < 3; ++axis) {
    if ((direction.cwiseAbs() - Eigen::Vector3d::Unit(axis)).norm() < 1e-6) return {"xyz"[axis]};
  }
  return fmt::format("({:.2g}, {:.2g}, {:.2g})", direction[0], direction[1], direction[2]);
}

Eigen::Vector3d read_near(const Entry& entry, BodySize size) {
  const Eigen::Vector3d place = entry.vector(dimension::length);
  if (place.stableNorm() > kMostLengths * size.value) {
    entry.refuse(fmt::format("{} is more than {} times {}; its shape would be lost in rounding",
                             format_quantity(place.stableNorm(), dimension::length), kMostLengths, size.name));
  }
  return place;
}

Pose read_pose(const Keys& keys, BodySize size) {
  Pose pose;
  if (const auto position = keys.find("position")) pose.position = read_near(*position, size);
  if (const auto tangent = keys.find("tangent")) pose.tangent = read_direction(*tangent);
  pose.director = read_director(keys, pose.tangent);
  return pose;
}

}  // namespace plumb
