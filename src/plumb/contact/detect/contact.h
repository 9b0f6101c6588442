#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// Which two things touch. The order of keys is the order of contacts everywhere, so that results do not depend on how
/// contacts were found. Side `a` is always a body; of two bodies, or two parts of one, `a` has the point of a pair of
/// point and triangle, and comes first otherwise.
struct ContactKey {
  enum class Kind : std::int32_t {
    point_obstacle,  ///< point of a body, analytic obstacle
    point_triangle,  ///< point of a body, triangle of a body or of an obstacle's mesh
    edge_edge,       ///< edge of a body, edge of a body or of an obstacle's mesh
    triangle_point,  ///< triangle of a body, vertex of an obstacle's mesh
    edge_obstacle,   ///< inside of an edge of a rod, analytic obstacle
  };
  Kind kind = Kind::point_obstacle;
  /// Part: number of the point, edge or triangle in the Surface or the mesh. A mesh numbers the sides of its triangles:
  /// 3 t + i is the side of triangle t from its corner i to the next, t the lowest triangle beside it.
  std::int32_t a_body = 0, a_part = 0;
  std::int32_t b_owner = 0, b_part = 0;  ///< body or obstacle
  std::int32_t b_obstacle = 0;           ///< 1: b_owner is an obstacle
  auto operator<=>(const ContactKey&) const = default;
};

/// A material point of a body: a weighted sum of up to three points of its embedding.
struct BodyPoint {
  int body = 0;
  int n = 0;
  std::array<int, 3> points{};
  std::array<double, 3> weights{};  ///< sum to 1
};

/// Two things that are near each other or touch.
struct Contact {
  ContactKey key;
  BodyPoint a;
  BodyPoint b;                      ///< unused if the other side is an obstacle
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, from b to a
  Eigen::Vector3d place{0, 0, 0};   ///< m, of the surface of b
  double gap = 0;                   ///< m, between the surfaces; below zero: they overlap
  Eigen::Vector3d turn{0, 0, 0};    ///< how the normal turns, per weight, as the place goes along side a from its first
                                    ///< point to its second; only of edges with solids that are round there
  bool with_obstacle() const { return key.b_obstacle != 0; }
};

}  // namespace plumb
