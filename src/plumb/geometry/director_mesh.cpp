#include <plumb/geometry/director_mesh.h>

#include <type_traits>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// Nodes at the corners of cells, in the middles of their edges and in them: two lines per cell each way.
class CellNodes {
 public:
  explicit CellNodes(int n_across) : n_lines_(2 * n_across + 1) {}
  void put(int node) { nodes_.push_back(node); }
  int at(int i, int j) const { return nodes_[static_cast<std::size_t>(i * n_lines_ + j)]; }

 private:
  int n_lines_;
  std::vector<int> nodes_;
};

/// Breaks, and the middles between them.
std::vector<double> halved(const std::vector<double>& breaks) {
  std::vector<double> all{breaks.front()};
  for (std::size_t i = 1; i < breaks.size(); ++i) {
    all.push_back(0.5 * (breaks[i - 1] + breaks[i]));
    all.push_back(breaks[i]);
  }
  return all;
}

template <class Element>
int add_point(DirectorMesh<Element>& mesh, const Vector3d& point, bool has_director) {
  mesh.points.push_back(point);
  mesh.director.push_back(has_director ? mesh.n_directors++ : -1);
  return static_cast<int>(mesh.points.size()) - 1;
}

/// Does the diagonal of a cell rise?
bool rises(int i, int j) { return (i + j) % 2 == 0; }

/// The corners of both triangles of a cell, on its lines 0..2. The centroid of the first lies at a third of the cell's
/// length, that of the second at two thirds.
using Corners = std::array<std::array<int, 2>, 3>;
std::array<Corners, 2> triangles(bool rising) {
  if (rising) return {Corners{{{0, 0}, {2, 2}, {0, 2}}}, Corners{{{0, 0}, {2, 0}, {2, 2}}}};
  return {Corners{{{0, 0}, {2, 0}, {0, 2}}}, Corners{{{2, 0}, {2, 2}, {0, 2}}}};
}

void add_cell(DirectorMesh<DirectorTriangle>& mesh, const CellNodes& nodes, int i, int j,
              const std::array<int, 2>& centroids) {
  const std::array<Corners, 2> both = triangles(rises(i, j));
  for (std::size_t k = 0; k < 2; ++k) {
    std::array<int, 7> element{};
    for (std::size_t a = 0; a < 3; ++a) {
      const auto &from = both[k][a], &to = both[k][(a + 1) % 3];
      element[a] = nodes.at(2 * i + from[0], 2 * j + from[1]);
      element[3 + a] = nodes.at(2 * i + (from[0] + to[0]) / 2, 2 * j + (from[1] + to[1]) / 2);
    }
    element[6] = centroids[k];
    mesh.elements.push_back(element);
  }
}

void add_cell(DirectorMesh<DirectorQuadrilateral>& mesh, const CellNodes& nodes, int i, int j) {
  constexpr std::array<std::array<int, 2>, 8> lines{{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {2, 1}, {1, 2}, {0, 1}}};
  std::array<int, 8> element{};
  for (std::size_t a = 0; a < 8; ++a) element[a] = nodes.at(2 * i + lines[a][0], 2 * j + lines[a][1]);
  mesh.elements.push_back(element);
}

}  // namespace

template <class Element>
DirectorMesh<Element> rectangle(const std::vector<double>& along, const std::vector<double>& across) {
  ENSURE(along.size() >= 2 && across.size() >= 2);
  constexpr bool kTriangles = std::is_same_v<Element, DirectorTriangle>;
  const int n_along = static_cast<int>(along.size()) - 1, n_across = static_cast<int>(across.size()) - 1;
  const std::vector<double> x = halved(along), y = halved(across);

  DirectorMesh<Element> mesh;
  CellNodes nodes(n_across);
  std::vector<int> centroids;  // by station of the cells, which third, row
  for (int i = 0; i <= 2 * n_along; ++i) {
    for (int j = 0; j <= 2 * n_across; ++j) {
      const bool used = kTriangles || i % 2 == 0 || j % 2 == 0;
      const Vector3d at(x[static_cast<std::size_t>(i)], y[static_cast<std::size_t>(j)], 0);
      nodes.put(used ? add_point(mesh, at, true) : -1);
    }
    if (!kTriangles || i == 2 * n_along) continue;
    const auto cell = static_cast<std::size_t>(i / 2);
    for (int j = 0; j < n_across; ++j) {
      const auto row = static_cast<std::size_t>(j);
      const double third = static_cast<double>(i % 2 + 1) / 3;
      const double height = (i % 2 == 0) == rises(i / 2, j) ? 2.0 / 3 : 1.0 / 3;
      centroids.push_back(add_point(mesh,
                                    {along[cell] + third * (along[cell + 1] - along[cell]),
                                     across[row] + height * (across[row + 1] - across[row]), 0},
                                    false));
    }
  }
  for (int i = 0; i < n_along; ++i) {
    for (int j = 0; j < n_across; ++j) {
      if constexpr (kTriangles) {
        const auto first = static_cast<std::size_t>(2 * i * n_across + j);
        add_cell(mesh, nodes, i, j, {centroids[first], centroids[first + static_cast<std::size_t>(n_across)]});
      } else {
        add_cell(mesh, nodes, i, j);
      }
    }
  }
  return mesh;
}

template <class Element>
TangentShape<Element> tangent_shape(const std::array<Vector3d, Element::kPoints>& x, const Vector2d& at) {
  TangentShape<Element> shape{Element::positions(at), Element::directors(at), 0};
  Eigen::Matrix<double, 3, 2> f = Eigen::Matrix<double, 3, 2>::Zero();
  for (std::size_t a = 0; a < x.size(); ++a) f += x[a] * shape.positions.slope[a].transpose();
  const Vector3d normal = f.col(0).cross(f.col(1));
  shape.area = normal.norm();
  if (!(shape.area > 0)) return shape;
  Eigen::Matrix<double, 3, 2> frame;
  frame.col(0) = f.col(0).normalized();
  frame.col(1) = normal.normalized().cross(frame.col(0));
  const Eigen::Matrix2d to_frame = (frame.transpose() * f).inverse().transpose();
  for (Vector2d& slope : shape.positions.slope) slope = (to_frame * slope).eval();
  for (Vector2d& slope : shape.directors.slope) slope = (to_frame * slope).eval();
  return shape;
}

template <class Element>
std::vector<double> point_areas(const DirectorMesh<Element>& mesh) {
  const std::vector<ReferencePoint> rule =
      std::is_same_v<Element, DirectorTriangle> ? triangle_rule_4() : square_rule(3);
  std::vector<double> areas(mesh.points.size(), 0.0);
  for (const auto& element : mesh.elements) {
    std::array<Vector3d, Element::kPoints> x;
    for (std::size_t a = 0; a < x.size(); ++a) x[a] = mesh.points[static_cast<std::size_t>(element[a])];
    for (const ReferencePoint& p : rule) {
      const TangentShape<Element> shape = tangent_shape<Element>(x, p.at);
      for (std::size_t a = 0; a < x.size(); ++a) {
        areas[static_cast<std::size_t>(element[a])] += p.weight * shape.area * shape.positions.value[a];
      }
    }
  }
  return areas;
}

template DirectorMesh<DirectorTriangle> rectangle(const std::vector<double>&, const std::vector<double>&);
template DirectorMesh<DirectorQuadrilateral> rectangle(const std::vector<double>&, const std::vector<double>&);
template TangentShape<DirectorTriangle> tangent_shape(const std::array<Vector3d, 7>&, const Vector2d&);
template TangentShape<DirectorQuadrilateral> tangent_shape(const std::array<Vector3d, 8>&, const Vector2d&);
template std::vector<double> point_areas(const DirectorMesh<DirectorTriangle>&);
template std::vector<double> point_areas(const DirectorMesh<DirectorQuadrilateral>&);

}  // namespace plumb
