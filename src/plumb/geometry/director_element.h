#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// Functions of an element at one place of its reference shape: values, and slopes by the two reference coordinates.
template <std::size_t N>
struct ShapeFunctions {
  std::array<double, N> value;
  std::array<Eigen::Vector2d, N> slope;
};

/// Curved elements of shells whose directors are unknowns of their own. All nodes of an element have a position, the
/// first kDirectors of them also a director; each of the two is interpolated by functions that are 1 at their own node
/// and 0 at the others.

/// A triangle with corners (0, 0), (1, 0), (0, 1). Nodes: corners 0, 1, 2, middles of the edges 01, 12, 20, centroid.
/// Positions are quadratic plus the cubic bubble, directors quadratic.
struct DirectorTriangle {
  static constexpr int kPoints = 7, kDirectors = 6, kCorners = 3;
  static ShapeFunctions<kPoints> positions(const Eigen::Vector2d& at);
  static ShapeFunctions<kDirectors> directors(const Eigen::Vector2d& at);
};

/// The square [-1, 1]^2, serendipity functions. Nodes: corners 0, 1, 2, 3, middles of the edges 01, 12, 23, 30.
struct DirectorQuadrilateral {
  static constexpr int kPoints = 8, kDirectors = 8, kCorners = 4;
  static ShapeFunctions<kPoints> positions(const Eigen::Vector2d& at);
  static ShapeFunctions<kDirectors> directors(const Eigen::Vector2d& at) { return positions(at); }
};

/// A point of a rule for integrals over a reference shape.
struct ReferencePoint {
  Eigen::Vector2d at;
  double weight;
};
/// Exact for polynomials of degree 2 (three points) and 4 (six).
std::vector<ReferencePoint> triangle_rule_2();
std::vector<ReferencePoint> triangle_rule_4();
/// n x n Gauss points, n = 2 or 3.
std::vector<ReferencePoint> square_rule(int n);

}  // namespace plumb
