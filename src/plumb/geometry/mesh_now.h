#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// The mesh of a body whose mesh changes, as it is at one instant: where its material is at rest, and how it is joined.
/// `rest` and `names` have one entry for each point, `triangles` and `thickness` one for each triangle.
struct MeshNow {
  std::vector<Eigen::Vector3d> rest;          ///< m
  std::vector<std::array<int, 3>> triangles;  ///< three points each, as in TriangleMesh
  std::vector<std::uint64_t> names;  ///< one for each point: it stays when numbers change, and is not used again
  std::vector<double> thickness;     ///< m

  friend bool operator==(const MeshNow&, const MeshNow&) = default;
};

}  // namespace plumb
