#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/director_element.h>

namespace plumb {

/// A mesh of DirectorTriangles or DirectorQuadrilaterals: nodes, and those of each element in its own order.
template <class Element>
struct DirectorMesh {
  std::vector<Eigen::Vector3d> points;  ///< m
  std::vector<int> director;            ///< of each point: which director it carries, or -1 where it has none
  std::vector<std::array<int, Element::kPoints>> elements;
  int n_directors = 0;
};

/// The flat rectangle between the first and last breaks, z = 0, in cells between them. Nodes are numbered along the
/// first coordinate, station by station, so that a matrix on them is a band; the first 2 n_across + 1 make the starting
/// edge. In the middle of the last edge there is a node, `middle_of_last_edge`. Diagonals of triangles rise and fall in
/// turns, as on a Union Jack: all alike they would make a plate stiffer to twist, and one way more than the other.
template <class Element>
DirectorMesh<Element> rectangle(const std::vector<double>& along, const std::vector<double>& across);

template <class Element>
int middle_of_last_edge(const DirectorMesh<Element>& mesh, int n_across) {
  return static_cast<int>(mesh.points.size()) - 1 - n_across;
}

/// Returns triangles on the corners of the elements.
template <class Element>
std::vector<std::array<int, 3>> corner_triangles(const DirectorMesh<Element>& mesh) {
  std::vector<std::array<int, 3>> all;
  for (const auto& nodes : mesh.elements) {
    for (std::size_t k = 2; k < Element::kCorners; ++k) all.push_back({nodes[0], nodes[k - 1], nodes[k]});
  }
  return all;
}

/// The integral of each position function over the mesh: what a constant load per area gives to each point, m^2.
/// Negative at corners of serendipity elements.
template <class Element>
std::vector<double> point_areas(const DirectorMesh<Element>& mesh);

/// At one reference place of an element whose nodes are at these points: slopes of the functions by coordinates of an
/// orthonormal frame of the tangent plane there, and the area of a unit of the reference shape.
template <class Element>
struct TangentShape {
  ShapeFunctions<Element::kPoints> positions;
  ShapeFunctions<Element::kDirectors> directors;
  double area;
};
/// The area is 0 where there is no tangent plane.
template <class Element>
TangentShape<Element> tangent_shape(const std::array<Eigen::Vector3d, Element::kPoints>& x, const Eigen::Vector2d& at);

}  // namespace plumb
