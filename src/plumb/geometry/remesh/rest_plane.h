#pragma once

#include <array>
#include <span>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <plumb/geometry/mesh_now.h>

namespace plumb {

/// The plane of a triangle at rest.
struct RestPlane {
  Eigen::Matrix<double, 3, 2> basis;  ///< orthonormal
  Eigen::Matrix2d inverse_edges;      ///< of its edges from the first corner, in that basis, 1/m
  double area;                        ///< m^2
};

inline RestPlane rest_plane(const MeshNow& mesh, const std::array<int, 3>& t) {
  const auto corner = [&](std::size_t i) -> const Eigen::Vector3d& {
    return mesh.rest[static_cast<std::size_t>(t[i])];
  };
  const Eigen::Vector3d u = corner(1) - corner(0), v = corner(2) - corner(0), normal = u.cross(v);
  RestPlane plane;
  plane.area = 0.5 * normal.norm();
  plane.basis.col(0) = u.normalized();
  plane.basis.col(1) = normal.cross(u).normalized();
  Eigen::Matrix2d edges;
  edges << plane.basis.transpose() * u, plane.basis.transpose() * v;
  plane.inverse_edges = edges.inverse();
  return plane;
}

/// Returns the gradient of a field that is linear on a triangle, in the basis of its plane.
inline Eigen::Matrix<double, 3, 2> gradient_on(const RestPlane& plane, std::span<const Eigen::Vector3d> field,
                                               const std::array<int, 3>& t) {
  const auto at = [&](std::size_t i) -> const Eigen::Vector3d& { return field[static_cast<std::size_t>(t[i])]; };
  Eigen::Matrix<double, 3, 2> differences;
  differences << at(1) - at(0), at(2) - at(0);
  return differences * plane.inverse_edges;
}

}  // namespace plumb
