#include <plumb/scene/bodies/plate/mirror_plane.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/core/units.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/scene/bodies/plate/plate_extent.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// The tolerance, as a part of the plate's size: coordinates of mesh files have the digits of a float.
constexpr double kInPlane = 1e-6;

const Vector3d& at(const TriangleMesh& mesh, int point) { return mesh.points[static_cast<std::size_t>(point)]; }

/// In the surface, perpendicular to a boundary edge, outwards; unit.
Vector3d conormal(const TriangleMesh& mesh, const MeshEdge& edge) {
  const Vector3d along = (at(mesh, edge.points[1]) - at(mesh, edge.points[0])).normalized();
  const Vector3d inwards = at(mesh, edge.opposite[0]) - at(mesh, edge.points[0]);
  return (inwards.dot(along) * along - inwards).normalized();
}

std::vector<Vector3d> conormals(const TriangleMesh& mesh, const MeshTopology& topology,
                                const std::vector<int>& points) {
  const auto in = [&](int p) { return std::binary_search(points.begin(), points.end(), p); };
  std::vector<Vector3d> all;
  for (const MeshEdge& edge : topology.edges) {
    if (edge.boundary() && in(edge.points[0]) && in(edge.points[1])) all.push_back(conormal(mesh, edge));
  }
  return all;
}

/// The largest angle between neighbouring triangles: how far the direction of a curved surface is known.
double largest_fold(const TriangleMesh& mesh, const MeshTopology& topology) {
  double largest = 0;
  for (const MeshEdge& edge : topology.edges) {
    if (edge.boundary()) continue;
    const Vector3d a = area_vector(mesh, edge.triangles[0]), b = area_vector(mesh, edge.triangles[1]);
    largest = std::max(largest, std::atan2(a.cross(b).norm(), a.dot(b)));
  }
  return largest;
}

int nearest_axis(const std::vector<Vector3d>& directions) {
  Vector3d squares = Vector3d::Zero();
  for (const Vector3d& d : directions) squares += d.cwiseAbs2();
  int axis = 0;
  squares.maxCoeff(&axis);
  return axis;
}

void check_plane(const std::vector<Vector3d>& at_points, const std::vector<int>& points, int axis,
                 const Vector3d& facing, std::string_view shape) {
  const auto coordinate = [&](int p) { return at_points[static_cast<std::size_t>(p)][axis]; };
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(), [&](int a, int b) { return coordinate(a) < coordinate(b); });
  const double off = coordinate(*high) - coordinate(*low);
  if (off <= kInPlane * extent_of(at_points).size()) return;
  throw UserError(fmt::format(
      "is no mirror: its points {} and {} are {} apart along {} in the {} shape, but a plane of symmetry is "
      "normal to x, y or z and has all of them (its edge faces {}); choose other "
      "points, turn the plate with place, or say normal = [...]",
      *low, *high, format_quantity(off, dimension::length), "xyz"[axis], shape, direction_text(facing)));
}

}  // namespace

int mirror_axis(const ScenePlate& plate, const std::vector<int>& points, std::optional<int> said) {
  const MeshTopology topology = mesh_topology(plate.rest);
  const std::vector<Vector3d> facing = conormals(plate.rest, topology, points);
  if (facing.empty()) {
    throw UserError(
        "is no mirror: between its points there is no edge of the boundary; to keep points in a plane, say hold = "
        "[\"z\"]");
  }
  const int axis = said.value_or(nearest_axis(facing));
  check_plane(plate.rest.points, points, axis, facing.front(), "rest");
  check_plane(plate.initial, points, axis, facing.front(), "initial");

  constexpr double kDegrees = 180 / std::numbers::pi;
  const auto off = [&](const Vector3d& d) {
    return std::atan2(d.cross(Vector3d::Unit(axis)).norm(), std::abs(d[axis]));
  };
  const Vector3d worst = *std::max_element(facing.begin(), facing.end(),
                                           [&](const Vector3d& a, const Vector3d& b) { return off(a) < off(b); });
  const double fold = largest_fold(plate.rest, topology);
  if (off(worst) > fold + kInPlane) {
    throw UserError(
        fmt::format("is no mirror: its edge faces {}, so that the plate and its image in the plane normal to {} would "
                    "have a crease "
                    "of {:.3g} deg at rest, where its triangles turn by at most {:.2g} deg; turn the plate with place "
                    "until the edge "
                    "faces x, y or z, or say hold = [\"{}\"] to keep the points in this plane only",
                    direction_text(worst), "xyz"[axis], 2 * kDegrees * off(worst), kDegrees * fold, "xyz"[axis]));
  }
  return axis;
}

}  // namespace plumb
