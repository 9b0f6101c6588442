#include <plumb/geometry/tetrahedral_generators.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Lattice = std::array<int, 3>;  // a point of the grid

/// The six ways from one corner of a cell to the opposite one, along its edges: each is a tetrahedron.
constexpr std::array<std::array<std::size_t, 3>, 6> kWays{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

/// Corners of a tetrahedron of the cell that begins at `corner`, on the way that goes by `steps` (1 or -1) along axes.
std::array<Lattice, 4> along(const std::array<std::size_t, 3>& way, Lattice corner, const Lattice& steps) {
  std::array<Lattice, 4> corners{corner};
  for (std::size_t i = 0; i < 3; ++i) {
    corner[way[i]] += steps[way[i]];
    corners[i + 1] = corner;
  }
  return corners;
}

void check_length(std::string_view what, double length) {
  if (!(length > 0) || !std::isfinite(length)) throw UserError(fmt::format("{} is positive, not {}", what, length));
}

void check_count(double n_tetrahedra) {
  constexpr double kMost = 1e8;
  if (!(n_tetrahedra >= 1 && n_tetrahedra <= kMost)) {
    throw UserError(fmt::format("a mesh has 1 to 1e8 tetrahedra, not {:.3g}", n_tetrahedra));
  }
}

/// Points of a grid, each made once.
class Points {
 public:
  /// `place(lattice)` says where a point is.
  template <class Place>
  int operator()(const Lattice& at, TetrahedralMesh& mesh, const Place& place) {
    const auto [found, is_new] = number_.try_emplace(at, static_cast<int>(mesh.points.size()));
    if (is_new) mesh.points.push_back(place(at));
    return found->second;
  }

 private:
  std::map<Lattice, int> number_;
};

/// Calls `take(signs)` for the corners of space that a ball has.
template <class Take>
void for_corners_of_space(const BallGrid& grid, const Take& take) {
  for (int z = 1; z >= -1; z -= 2) {
    for (int y = 1; y >= -1; y -= 2) {
      for (int x = 1; x >= -1; x -= 2) {
        if (!grid.eighth || (x > 0 && y > 0 && z > 0)) take(Lattice{x, y, z});
      }
    }
  }
}

/// The corner n >= a >= b >= c >= 0 of a grid is cut by the cells' tetrahedra, and (a - b, b - c, c) is the corner of
/// an octahedron.
TetrahedralMesh full_ball(const BallGrid& grid) {
  TetrahedralMesh mesh;
  Points points;
  const auto place = [&](const Lattice& at) -> Vector3d {
    const Vector3d x(at[0], at[1], at[2]);
    const double shell = x.cwiseAbs().sum();
    return shell > 0 ? Vector3d(x * (grid.radius * shell / (grid.n * x.norm()))) : Vector3d::Zero();
  };
  const auto inside = [&](const Lattice& at) { return grid.n >= at[0] && at[0] >= at[1] && at[1] >= at[2]; };
  for_corners_of_space(grid, [&](const Lattice& sign) {
    for (int a = 0; a < grid.n; ++a) {
      for (int b = 0; b <= a; ++b) {
        for (int c = 0; c <= b; ++c) {
          for (const auto& way : kWays) {
            const auto corners = along(way, {a, b, c}, {1, 1, 1});
            if (!std::all_of(corners.begin(), corners.end(), inside)) continue;
            std::array<int, 4> t{};
            for (std::size_t i = 0; i < 4; ++i) {
              const auto& [u, v, w] = corners[i];
              t[i] = points({sign[0] * (u - v), sign[1] * (v - w), sign[2] * w}, mesh, place);
            }
            mesh.tetrahedra.push_back(t);
          }
        }
      }
    }
  });
  orient(mesh);
  return mesh;
}

/// A prism between two layers is cut into three tetrahedra; its corners rise with the order of the lattice, so that the
/// diagonals of neighbours are the same.
TetrahedralMesh hollow_ball(const BallGrid& grid) {
  TetrahedralMesh mesh;
  std::vector<Points> layers(static_cast<std::size_t>(grid.n_layers) + 1);
  const auto point = [&](int layer, const Lattice& at) {
    return layers[static_cast<std::size_t>(layer)](at, mesh, [&](const Lattice& of) -> Vector3d {
      const double radius = grid.hole + (grid.radius - grid.hole) * layer / grid.n_layers;
      return radius * Vector3d(of[0], of[1], of[2]).normalized();
    });
  };
  const auto add_prisms = [&](std::array<Lattice, 3> corners) {
    std::sort(corners.begin(), corners.end());
    for (int layer = 0; layer < grid.n_layers; ++layer) {
      std::array<int, 3> low{}, high{};
      for (std::size_t i = 0; i < 3; ++i) {
        low[i] = point(layer, corners[i]);
        high[i] = point(layer + 1, corners[i]);
      }
      mesh.tetrahedra.push_back({low[0], low[1], low[2], high[2]});
      mesh.tetrahedra.push_back({low[0], low[1], high[1], high[2]});
      mesh.tetrahedra.push_back({low[0], high[0], high[1], high[2]});
    }
  };
  for_corners_of_space(grid, [&](const Lattice& sign) {
    const auto on_face = [&](int x, int y) { return Lattice{sign[0] * x, sign[1] * y, sign[2] * (grid.n - x - y)}; };
    for (int x = 0; x < grid.n; ++x) {
      for (int y = 0; x + y < grid.n; ++y) {
        add_prisms({on_face(x, y), on_face(x + 1, y), on_face(x, y + 1)});
        if (x + y + 2 <= grid.n) add_prisms({on_face(x + 1, y), on_face(x, y + 1), on_face(x + 1, y + 1)});
      }
    }
  });
  orient(mesh);
  return mesh;
}

}  // namespace

TetrahedralMesh box_mesh(const BoxGrid& grid) {
  for (const double side : grid.sides) check_length("the side of a box", side);
  double n_tetrahedra = 6;
  for (const int n : grid.n) n_tetrahedra *= std::max(n, 0);
  check_count(n_tetrahedra);
  const auto [nx, ny, nz] = grid.n;
  TetrahedralMesh mesh;
  const auto at = [&](int cell, int n, double side) { return cell == n ? side : side * cell / n; };
  for (int i = 0; i <= nx; ++i) {
    for (int j = 0; j <= ny; ++j) {
      for (int k = 0; k <= nz; ++k) {
        mesh.points.emplace_back(at(i, nx, grid.sides[0]), at(j, ny, grid.sides[1]), at(k, nz, grid.sides[2]));
      }
    }
  }
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j) {
      for (int k = 0; k < nz; ++k) {
        const Lattice begin{i + i % 2, j + j % 2, k + k % 2};
        const Lattice steps{1 - 2 * (i % 2), 1 - 2 * (j % 2), 1 - 2 * (k % 2)};
        for (const auto& way : kWays) {
          std::array<int, 4> t{};
          const auto corners = along(way, begin, steps);
          for (std::size_t c = 0; c < 4; ++c)
            t[c] = (corners[c][0] * (ny + 1) + corners[c][1]) * (nz + 1) + corners[c][2];
          mesh.tetrahedra.push_back(t);
        }
      }
    }
  }
  orient(mesh);
  return mesh;
}

TetrahedralMesh ball_mesh(const BallGrid& grid) {
  check_length("the radius of a ball", grid.radius);
  if (!(grid.hole >= 0 && grid.hole < grid.radius)) {
    throw UserError(fmt::format("the hole of a ball of radius {} has a radius from 0 to less than that, not {}",
                                grid.radius, grid.hole));
  }
  const double n = std::max(grid.n, 0), layers = std::max(grid.n_layers, 0);
  check_count((grid.eighth ? 1 : 8) * (grid.hole > 0 ? 3 * n * n * layers : n * n * n));
  return grid.hole > 0 ? hollow_ball(grid) : full_ball(grid);
}

}  // namespace plumb
