#pragma once

// Meshes to remesh, and what must hold for every mesh that comes out.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <plumb/geometry/mesh_measures_for_test.h>
#include <plumb/geometry/remesh/named_mesh_for_test.h>

namespace plumb {

/// The corners of the boundary's polygons, sorted: points at which the boundary turns.
inline std::vector<std::vector<double>> boundary_corners(const MeshNow& mesh) {
  std::vector<std::vector<double>> corners;
  for (const std::vector<int>& loop : boundary_loops(mesh_topology(at_rest(mesh)))) {
    const auto point = [&](std::size_t i) { return mesh.rest[static_cast<std::size_t>(loop[i % loop.size()])]; };
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Eigen::Vector3d u = point(i + 1) - point(i), v = point(i + 2) - point(i + 1);
      if (u.cross(v).norm() < 1e-9 * u.norm() * v.norm()) continue;
      corners.push_back({point(i + 1).x(), point(i + 1).y(), point(i + 1).z()});
    }
  }
  std::sort(corners.begin(), corners.end());
  return corners;
}

/// A flat mesh in the x-y plane, remeshed: conforming, of the same topology, area, boundary, with nothing turned over.
inline void expect_same_plate(const MeshNow& before, const MeshNow& after) {
  const TriangleMesh old_mesh = at_rest(before), new_mesh = at_rest(after);
  EXPECT_NO_THROW(check(new_mesh));
  EXPECT_EQ(euler_characteristic(new_mesh), euler_characteristic(old_mesh));
  EXPECT_GT(smallest_z_area(new_mesh), 0);
  EXPECT_NEAR(area(new_mesh) / area(old_mesh), 1, 1e-12);
  EXPECT_EQ(boundary_corners(after), boundary_corners(before));
  EXPECT_EQ(std::set(after.names.begin(), after.names.end()).size(), after.names.size());
  EXPECT_EQ(after.names.size(), after.rest.size());
  EXPECT_EQ(after.thickness.size(), after.triangles.size());
  std::vector<bool> used(after.rest.size(), false);
  for (const auto& triangle : after.triangles) {
    for (const int point : triangle) used[static_cast<std::size_t>(point)] = true;
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), false), 0);
}

inline std::vector<Eigen::Matrix3d> uniform(const MeshNow& mesh, const Eigen::Matrix3d& tensor) {
  return std::vector<Eigen::Matrix3d>(mesh.rest.size(), tensor);
}

/// The sizes of all edges under one tensor, ascending.
inline std::vector<double> edge_sizes(const MeshNow& mesh, const Eigen::Matrix3d& tensor) {
  std::vector<double> sizes;
  for (const MeshEdge& edge : mesh_topology(at_rest(mesh)).edges) {
    const Eigen::Vector3d u =
        mesh.rest[static_cast<std::size_t>(edge.points[1])] - mesh.rest[static_cast<std::size_t>(edge.points[0])];
    sizes.push_back(std::sqrt(u.dot(tensor * u)));
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

}  // namespace plumb
