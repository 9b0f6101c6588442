#pragma once

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// Do all points lie in one plane, but for 1e-9 of the size of the mesh?
bool lies_in_a_plane(const TriangleMesh& mesh);

/// What is given at the points of a mesh in a plane, at any place of it: linear on each triangle. Beyond the boundary
/// the nearest triangle that can be found goes on.
class PlaneInterpolation {
 public:
  /// The mesh, which must lie in a plane, must outlive this.
  explicit PlaneInterpolation(const TriangleMesh& mesh);

  /// `values`: one for each point of the mesh.
  Eigen::Vector3d at(const Eigen::Vector3d& place, std::span<const Eigen::Vector3d> values) const;

 private:
  struct Found {
    int triangle = -1;
    Eigen::Vector3d weights;  ///< of its corners, whose sum is one
  };
  Found find(const Eigen::Vector2d& place) const;
  Eigen::Vector2d flat(const Eigen::Vector3d& place) const { return axes_.transpose() * place; }
  Eigen::Vector3d weights(int triangle, const Eigen::Vector2d& place) const;
  Eigen::Array2i cell(const Eigen::Vector2d& place) const;
  const std::vector<int>& in_cell(int i, int j) const { return cells_[static_cast<std::size_t>(j * n_[0] + i)]; }

  const TriangleMesh& mesh_;
  Eigen::Matrix<double, 3, 2> axes_;     ///< of the plane
  Eigen::Vector2d low_, size_;           ///< of the box around the mesh, and of a cell, m
  Eigen::Array2i n_;                     ///< of cells
  std::vector<std::vector<int>> cells_;  ///< triangles whose boxes touch a cell, ascending
};

}  // namespace plumb
