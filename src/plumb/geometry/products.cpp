#include <plumb/geometry/products.h>

#include <array>
#include <numeric>
#include <type_traits>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Entries = std::vector<Eigen::Triplet<double>>;

Eigen::SparseMatrix<double> square_matrix(Eigen::Index n, const Entries& entries) {
  Eigen::SparseMatrix<double> all(n, n);
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

/// Returns a rule for triangles that is exact for polynomials of degree 6: four by four Gauss points of a square, one
/// side of which is collapsed to a corner.
std::vector<ReferencePoint> triangle_rule_6() {
  std::vector<ReferencePoint> rule;
  const std::vector<QuadraturePoint> points = gauss_rule(BSplineBasis(1, {0, 1}), 4);
  for (const QuadraturePoint& u : points) {
    for (const QuadraturePoint& v : points) {
      rule.push_back({{u.at, v.at * (1 - u.at)}, u.weight * v.weight * (1 - u.at)});
    }
  }
  return rule;
}

/// Calls visit(functions, weight) at the points of a rule that is exact for products of a flat element's functions.
template <class Element, class Visit>
void integrate(const DirectorMesh<Element>& mesh, const std::array<int, Element::kPoints>& element,
               const Visit& visit) {
  static const std::vector<ReferencePoint> rule =
      std::is_same_v<Element, DirectorTriangle> ? triangle_rule_6() : square_rule(3);
  std::array<Vector3d, Element::kPoints> x;
  for (std::size_t a = 0; a < x.size(); ++a) x[a] = mesh.points[static_cast<std::size_t>(element[a])];
  for (const ReferencePoint& p : rule) {
    const TangentShape<Element> shape = tangent_shape<Element>(x, p.at);
    visit(shape, p.weight * shape.area);
  }
}

}  // namespace

Eigen::SparseMatrix<double> products(const BSplineBasis& basis) {
  Entries entries;
  for (const QuadraturePoint& p : gauss_rule(basis, basis.degree() + 1)) {
    const BSplineValues v = basis.evaluate(p.at);
    const auto value = [&](int i) { return v.derivatives[0][static_cast<std::size_t>(i)]; };
    for (int i = 0; i <= basis.degree(); ++i) {
      for (int j = 0; j <= basis.degree(); ++j) {
        entries.emplace_back(v.first + i, v.first + j, p.weight * value(i) * value(j));
      }
    }
  }
  return square_matrix(basis.n_functions(), entries);
}

Eigen::SparseMatrix<double> products(const SplinePatch& patch) {
  using Column = Eigen::SparseMatrix<double>::InnerIterator;
  const Eigen::SparseMatrix<double> along = products(patch.along), across = products(patch.across);
  Entries entries;
  for (int i = 0; i < along.outerSize(); ++i) {
    for (Column a(along, i); a; ++a) {
      for (int j = 0; j < across.outerSize(); ++j) {
        for (Column b(across, j); b; ++b) {
          const int row = patch.point(static_cast<int>(a.row()), static_cast<int>(b.row()));
          entries.emplace_back(row, patch.point(i, j), a.value() * b.value());
        }
      }
    }
  }
  return square_matrix(patch.n_points(), entries);
}

template <class Element>
Eigen::SparseMatrix<double> point_products(const DirectorMesh<Element>& mesh) {
  Entries entries;
  for (const auto& element : mesh.elements) {
    Eigen::Matrix<double, Element::kPoints, Element::kPoints> sum;
    sum.setZero();
    integrate(mesh, element, [&](const TangentShape<Element>& shape, double weight) {
      const Eigen::Map<const Eigen::Matrix<double, Element::kPoints, 1>> value(shape.positions.value.data());
      sum += weight * value * value.transpose();
    });
    for (std::size_t a = 0; a < element.size(); ++a) {
      for (std::size_t b = 0; b < element.size(); ++b) {
        entries.emplace_back(element[a], element[b], sum(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)));
      }
    }
  }
  return square_matrix(static_cast<Eigen::Index>(mesh.points.size()), entries);
}

template <class Element>
std::vector<double> director_areas(const DirectorMesh<Element>& mesh) {
  std::vector<double> areas(static_cast<std::size_t>(mesh.n_directors), 0.0);
  for (const auto& element : mesh.elements) {
    double area = 0;
    std::array<double, Element::kDirectors> squares{};
    integrate(mesh, element, [&](const TangentShape<Element>& shape, double weight) {
      area += weight;
      for (std::size_t a = 0; a < squares.size(); ++a) {
        squares[a] += weight * shape.directors.value[a] * shape.directors.value[a];
      }
    });
    const double sum = std::accumulate(squares.begin(), squares.end(), 0.0);
    for (std::size_t a = 0; a < squares.size(); ++a) {
      const int director = mesh.director[static_cast<std::size_t>(element[a])];
      areas[static_cast<std::size_t>(director)] += area * squares[a] / sum;
    }
  }
  return areas;
}

template Eigen::SparseMatrix<double> point_products(const DirectorMesh<DirectorTriangle>&);
template Eigen::SparseMatrix<double> point_products(const DirectorMesh<DirectorQuadrilateral>&);
template std::vector<double> director_areas(const DirectorMesh<DirectorTriangle>&);
template std::vector<double> director_areas(const DirectorMesh<DirectorQuadrilateral>&);

}  // namespace plumb
