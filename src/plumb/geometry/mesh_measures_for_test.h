#pragma once

// What tests count and measure on any mesh.

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_topology.h>
#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

inline int n_triangles(const TriangleMesh& mesh) { return static_cast<int>(mesh.triangles.size()); }

/// V - E + F: 1 for a disc, 0 for a ring, 2 for a sphere. Every edge has one or two triangles, and where it has two
/// they run along it in opposite ways, or this fails.
inline int euler_characteristic(const TriangleMesh& mesh) {
  std::set<std::pair<int, int>> directed, edges;
  for (const auto& [a, b, c] : mesh.triangles) {
    for (const auto& [p, q] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
      EXPECT_TRUE(directed.emplace(p, q).second) << "two triangles run from " << p << " to " << q;
      edges.emplace(std::min(p, q), std::max(p, q));
    }
  }
  EXPECT_NO_THROW(EXPECT_EQ(mesh_topology(mesh).edges.size(), edges.size()));
  return static_cast<int>(mesh.points.size()) - static_cast<int>(edges.size()) + n_triangles(mesh);
}

inline double length_of(const TriangleMesh& mesh, const std::vector<int>& loop) {
  const auto point = [&](std::size_t i) { return mesh.points[static_cast<std::size_t>(loop[i % loop.size()])]; };
  double sum = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) sum += (point(i + 1) - point(i)).norm();
  return sum;
}

inline std::vector<double> boundary_lengths(const TriangleMesh& mesh) {
  std::vector<double> lengths;
  for (const std::vector<int>& loop : boundary_loops(mesh_topology(mesh))) lengths.push_back(length_of(mesh, loop));
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

inline double smallest_z_area(const TriangleMesh& mesh) {
  double smallest = area_vector(mesh, 0).z();
  for (int t = 1; t < n_triangles(mesh); ++t) smallest = std::min(smallest, area_vector(mesh, t).z());
  return smallest;
}

}  // namespace plumb
