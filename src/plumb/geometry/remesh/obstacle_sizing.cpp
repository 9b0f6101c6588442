#include <plumb/geometry/remesh/obstacle_sizing.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/remesh/name_order.h>
#include <plumb/geometry/remesh/rest_plane.h>
#include <plumb/geometry/remesh/slots.h>

namespace plumb {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// A triangle beside obstacles.
struct Beside {
  std::array<int, 3> corners;
  RestPlane plane;
  std::span<const Vector3d> positions;
  std::span<const NearObstacle> near;
  const ObstacleSizing& options;

  const NearObstacle& obstacle(int corner) const { return near[static_cast<std::size_t>(corner)]; }
  bool seen(int corner) const { return std::isfinite(obstacle(corner).distance); }
  double share(int corner) const { return std::clamp(1 - obstacle(corner).distance / options.range, 0.0, 1.0); }

  Matrix2d approach() const {
    Matrix2d sum = Matrix2d::Zero();
    const auto deformation = gradient_on(plane, positions, corners);
    for (const int c : corners) {
      if (share(c) == 0) continue;
      const Vector2d slope = deformation.transpose() * obstacle(c).normal;
      const double height = std::max(obstacle(c).distance, options.closest);
      sum += share(c) / 3 / (height * height) * slope * slope.transpose();
    }
    return sum;
  }

  Matrix2d shape() const {
    const double nearest = std::max({share(corners[0]), share(corners[1]), share(corners[2])});
    if (nearest == 0 || !std::all_of(corners.begin(), corners.end(), [this](int c) { return seen(c); })) {
      return Matrix2d::Zero();
    }
    const std::array<Vector3d, 3> normals{obstacle(corners[0]).normal, obstacle(corners[1]).normal,
                                          obstacle(corners[2]).normal};
    const auto turn = gradient_on(plane, normals, {0, 1, 2});
    return nearest / (options.refine_angle * options.refine_angle) * turn.transpose() * turn;
  }
};

void require_positive(double value, const char* name) {
  if (!(value > 0)) throw UserError(fmt::format("{} of the obstacles of a mesh is above 0, but it is {}", name, value));
}

}  // namespace

void check(const ObstacleSizing& options) {
  require_positive(options.range, "range");
  require_positive(options.closest, "closest");
  require_positive(options.refine_angle, "refine_angle");
}

std::vector<Eigen::Matrix3d> obstacle_demand(const MeshNow& mesh, std::span<const Vector3d> positions,
                                             std::span<const NearObstacle> near, const ObstacleSizing& options) {
  check(options);
  ENSURE(positions.size() == mesh.rest.size() && near.size() == mesh.rest.size());
  const NamedOrder order = in_order_of_names(mesh);
  const auto places = picked(positions, order.points);
  const auto obstacles = picked(near, order.points);
  std::vector<Eigen::Matrix3d> demands(mesh.triangles.size());
  for (std::size_t t = 0; t < order.mesh.triangles.size(); ++t) {
    const auto& triangle = order.mesh.triangles[t];
    const Beside beside{triangle, rest_plane(order.mesh, triangle), places, obstacles, options};
    const Matrix2d demand = beside.approach() + beside.shape();
    demands[static_cast<std::size_t>(order.triangles[t])] =
        beside.plane.basis * demand * beside.plane.basis.transpose();
  }
  return demands;
}

}  // namespace plumb
