#include <plumb/geometry/mesh_generators.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Triangle = std::array<int, 3>;

constexpr double kFullTurn = 2 * std::numbers::pi;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// ---- what a grid may be

void require_positive(const char* what, double value) {
  if (!(std::isfinite(value) && value > 0)) {
    throw UserError(fmt::format("the {} of a mesh is a positive number, not {}", what, value));
  }
}

void require_cells(int n_u, int n_v) {
  if (n_u < 1 || n_v < 1) throw UserError(fmt::format("a mesh has at least 1 by 1 cells, not {} by {}", n_u, n_v));
  if (static_cast<double>(n_u) * n_v > 1e8) {
    throw UserError(fmt::format("a mesh of {} by {} cells is too large; it may have 1e8", n_u, n_v));
  }
}

void require_turn(double turn) {
  require_positive("turn", turn);
  if (turn > kFullTurn * (1 + 1e-12)) {
    throw UserError(fmt::format("the turn of a mesh is at most a full one, 2 pi, not {} rad", turn));
  }
}

bool is_full(double turn) { return turn >= kFullTurn * (1 - 1e-12); }

void require_closable(int n_cells) {
  if (n_cells < 3) throw UserError(fmt::format("a closed turn has at least 3 cells, not {}", n_cells));
}

// ---- grids of the unit square

/// A mesh of the unit square, its normals along z.
struct UnitGrid {
  std::vector<Vector2d> points;
  std::vector<Triangle> triangles;

  int add_point(double u, double v) {
    points.emplace_back(u, v);
    return static_cast<int>(points.size()) - 1;
  }
};

/// i / n, exact at both ends.
double part(int i, int n) { return static_cast<double>(i) / n; }

void cut_cell(UnitGrid& grid, CellPattern pattern, int i, int j, const std::array<int, 4>& corners, int middle) {
  const auto [a, b, c, d] = corners;
  if (pattern == CellPattern::crossed) {
    for (const Triangle& triangle : {Triangle{a, b, middle}, {b, c, middle}, {c, d, middle}, {d, a, middle}}) {
      grid.triangles.push_back(triangle);
    }
  } else if (pattern == CellPattern::alternating && (i + j) % 2 == 1) {
    grid.triangles.insert(grid.triangles.end(), {Triangle{a, b, d}, Triangle{b, c, d}});
  } else {
    grid.triangles.insert(grid.triangles.end(), {Triangle{a, b, c}, Triangle{a, c, d}});
  }
}

/// Columns of points, and with `crossed` the middles of the cells after each.
UnitGrid grid_of_columns(int n_u, int n_v, CellPattern pattern) {
  const bool crossed = pattern == CellPattern::crossed;
  const int stride = crossed ? 2 * n_v + 1 : n_v + 1;
  UnitGrid grid;
  for (int i = 0; i <= n_u; ++i) {
    for (int j = 0; j <= n_v; ++j) grid.add_point(part(i, n_u), part(j, n_v));
    for (int j = 0; crossed && i < n_u && j < n_v; ++j) {
      grid.add_point(part(2 * i + 1, 2 * n_u), part(2 * j + 1, 2 * n_v));
    }
  }
  for (int i = 0; i < n_u; ++i) {
    for (int j = 0; j < n_v; ++j) {
      const int a = i * stride + j;
      cut_cell(grid, pattern, i, j, {a, a + stride, a + stride + 1, a + 1}, a + n_v + 1);
    }
  }
  return grid;
}

/// The points of rows of which the odd ones are shifted by half a cell, with a point at either end; numbered by half
/// cells along u.
std::vector<std::vector<int>> add_shifted_rows(UnitGrid& grid, int n_u, int n_v) {
  std::vector<std::vector<int>> rows(at(n_v + 1));
  for (int half = 0; half <= 2 * n_u; ++half) {
    const bool end = half == 0 || half == 2 * n_u;
    for (int j = 0; j <= n_v; ++j) {
      if (end || half % 2 == j % 2) rows[at(j)].push_back(grid.add_point(part(half, 2 * n_u), part(j, n_v)));
    }
  }
  return rows;
}

UnitGrid grid_of_shifted_rows(int n_u, int n_v) {
  UnitGrid grid;
  const std::vector<std::vector<int>> rows = add_shifted_rows(grid, n_u, n_v);
  const auto add = [&grid](int from, int to, int apex, bool apex_above) {
    grid.triangles.push_back(apex_above ? Triangle{from, to, apex} : Triangle{to, from, apex});
  };
  for (std::size_t i = 0; i <= at(n_u); ++i) {
    for (int j = 0; j < n_v; ++j) {
      // Between two rows: triangles that stand on the shifted row, and between them those that stand on the other.
      const bool shifted_above = j % 2 == 0;
      const std::vector<int>& plain = rows[at(shifted_above ? j : j + 1)];
      const std::vector<int>& shifted = rows[at(shifted_above ? j + 1 : j)];
      add(shifted[i], shifted[i + 1], plain[i], !shifted_above);
      if (i < at(n_u)) add(plain[i], plain[i + 1], shifted[i + 1], shifted_above);
    }
  }
  return grid;
}

UnitGrid unit_grid(int n_u, int n_v, CellPattern pattern) {
  require_cells(n_u, n_v);
  return pattern == CellPattern::equilateral ? grid_of_shifted_rows(n_u, n_v) : grid_of_columns(n_u, n_v, pattern);
}

/// Glues the side u = 1 (axis 0) or v = 1 (axis 1) to the one at 0.
UnitGrid closed_along(int axis, const UnitGrid& open) {
  std::vector<int> number(open.points.size());
  std::vector<std::pair<double, int>> seam;
  UnitGrid closed;
  for (std::size_t i = 0; i < open.points.size(); ++i) {
    const Vector2d& x = open.points[i];
    if (x[axis] < 1) number[i] = closed.add_point(x[0], x[1]);
    if (x[axis] == 0) seam.emplace_back(x[1 - axis], number[i]);
  }
  // Along either side of the square the points come in rising order.
  std::size_t next = 0;
  for (std::size_t i = 0; i < open.points.size(); ++i) {
    if (open.points[i][axis] < 1) continue;
    ENSURE(next < seam.size() && seam[next].first == open.points[i][1 - axis]);
    number[i] = seam[next++].second;
  }
  for (const auto& [a, b, c] : open.triangles) {
    closed.triangles.push_back({number[at(a)], number[at(b)], number[at(c)]});
  }
  return closed;
}

template <class Map>
TriangleMesh mapped(const UnitGrid& grid, const Map& map) {
  TriangleMesh mesh;
  mesh.points.reserve(grid.points.size());
  for (const Vector2d& uv : grid.points) mesh.points.push_back(map(uv[0], uv[1]));
  mesh.triangles = grid.triangles;
  // What a grading crowds or a thin shape squeezes beyond sense is found here.
  check(mesh);
  return mesh;
}

/// From one number to another, both met exactly.
double between(double from, double to, double fraction) { return fraction == 1 ? to : from + fraction * (to - from); }

/// (cos, sin), exactly on the axes at quarters of a turn, so that planes of symmetry are met.
Vector2d direction(double angle) {
  const auto clean = [](double x) { return std::abs(x) < 1e-15 ? 0.0 : x; };
  return {clean(std::cos(angle)), clean(std::sin(angle))};
}

// ---- rectangles

double graded(const Grading& grading, double s) { return grading == nullptr || s == 0 || s == 1 ? s : grading(s); }

void require_rising(const UnitGrid& grid, const Grading& grading) {
  if (grading == nullptr) return;
  double previous = 0, last = 0;
  for (const Vector2d& point : grid.points) {
    if (point[0] == last) continue;
    last = point[0];
    const double here = graded(grading, last);
    if (!(here > previous) || !(here < 1 || last == 1)) {
      throw UserError(
          fmt::format("the grading of a mesh rises from 0 at 0 to 1 at 1, but it gives {} at {}", here, last));
    }
    previous = here;
  }
}

/// How far each point may move in x and y: the shortest step to a neighbour, zero where the boundary holds it.
std::vector<Vector2d> rooms_to_move(const TriangleMesh& mesh, double length, double width) {
  constexpr double far = std::numeric_limits<double>::infinity();
  std::vector<Vector2d> rooms(mesh.points.size(), Vector2d(far, far));
  for (const Triangle& triangle : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto a = at(triangle[i]), b = at(triangle[(i + 1) % 3]);
      const Vector2d step = (mesh.points[b] - mesh.points[a]).head<2>().cwiseAbs();
      for (int k = 0; k < 2; ++k) {
        if (step[k] == 0) continue;
        rooms[a][k] = std::min(rooms[a][k], step[k]);
        rooms[b][k] = std::min(rooms[b][k], step[k]);
      }
    }
  }
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    const Vector3d& x = mesh.points[i];
    if (x[0] == 0 || x[0] == length) rooms[i][0] = 0;
    if (x[1] == 0 || x[1] == width) rooms[i][1] = 0;
  }
  return rooms;
}

std::vector<std::vector<int>> triangles_of_points(const TriangleMesh& mesh) {
  std::vector<std::vector<int>> triangles(mesh.points.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (const int point : mesh.triangles[at(t)]) triangles[at(point)].push_back(t);
  }
  return triangles;
}

/// From -1 to 1. The same numbers with every standard library, which its distributions do not promise.
double random_number(std::mt19937_64& random) { return std::ldexp(static_cast<double>(random() >> 11), -52) - 1; }

}  // namespace

Grading power_grading(double exponent) {
  require_positive("exponent of the grading", exponent);
  return [exponent](double s) { return std::pow(s, exponent); };
}

TriangleMesh rectangle_mesh(const RectangleGrid& grid) {
  require_positive("length", grid.length);
  require_positive("width", grid.width);
  const UnitGrid unit = unit_grid(grid.nx, grid.ny, grid.pattern);
  require_rising(unit, grid.grading);
  return mapped(unit,
                [&](double u, double v) { return Vector3d(grid.length * graded(grid.grading, u), grid.width * v, 0); });
}

TriangleMesh jittered_rectangle_mesh(const RectangleGrid& grid, double fraction, std::uint64_t seed) {
  if (!(fraction >= 0 && fraction <= 0.5)) {
    throw UserError(fmt::format("points of a mesh are moved by a fraction of 0 to 0.5 of a cell, not {}", fraction));
  }
  TriangleMesh mesh = rectangle_mesh(grid);
  const std::vector<Vector2d> rooms = rooms_to_move(mesh, grid.length, grid.width);
  const std::vector<std::vector<int>> triangles = triangles_of_points(mesh);
  std::vector<double> least;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) least.push_back(0.1 * area(mesh, t));

  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const double along_x = random_number(random), along_y = random_number(random);
    Vector3d move(fraction * rooms[i][0] * along_x, fraction * rooms[i][1] * along_y, 0);
    const Vector3d from = mesh.points[i];
    const auto too_small = [&](int t) { return !(area_vector(mesh, t).z() >= least[at(t)]); };
    mesh.points[i] = from + move;
    while (std::any_of(triangles[i].begin(), triangles[i].end(), too_small)) {
      move /= 2;
      mesh.points[i] = from + move;
    }
  }
  return mesh;
}

TriangleMesh annulus_mesh(const AnnulusGrid& grid) {
  require_positive("inner radius", grid.inner);
  require_positive("width between the radii", grid.outer - grid.inner);
  require_turn(grid.turn);
  if (!grid.slit && !is_full(grid.turn)) {
    throw UserError(fmt::format("only a full turn of a ring can be closed, not {} rad", grid.turn));
  }
  if (!grid.slit) require_closable(grid.n_turn);
  UnitGrid unit = unit_grid(grid.n_turn, grid.n_radius, grid.pattern);
  if (!grid.slit) unit = closed_along(0, unit);
  // Out along the radius is to the right of the turn: the triangles are turned over.
  for (Triangle& triangle : unit.triangles) std::swap(triangle[1], triangle[2]);
  return mapped(unit, [&](double u, double v) {
    const Vector2d x = between(grid.inner, grid.outer, v) * direction(between(0, grid.turn, u));
    return Vector3d(x[0], x[1], 0);
  });
}

TriangleMesh hemisphere_mesh(const HemisphereGrid& grid) {
  require_positive("radius", grid.radius);
  require_positive("angle of the hole", grid.hole);
  require_positive("angle from the hole to the equator", std::numbers::pi / 2 - grid.hole);
  require_turn(grid.turn);
  if (is_full(grid.turn)) require_closable(grid.n_turn);
  UnitGrid unit = unit_grid(grid.n_turn, grid.n_meridian, grid.pattern);
  if (is_full(grid.turn)) unit = closed_along(0, unit);
  return mapped(unit, [&](double u, double v) {
    const Vector2d around = direction(between(0, grid.turn, u));
    const Vector2d up = direction(between(0, std::numbers::pi / 2 - grid.hole, v));
    return Vector3d(grid.radius * Vector3d(up[0] * around[0], up[0] * around[1], up[1]));
  });
}

TriangleMesh cylinder_mesh(const CylinderGrid& grid) {
  require_positive("radius", grid.radius);
  require_positive("length", grid.length);
  require_turn(grid.end - grid.begin);
  const bool closed = is_full(grid.end - grid.begin);
  if (closed) require_closable(grid.n_turn);
  if (closed && grid.pattern == CellPattern::equilateral && grid.n_turn % 2 == 1) {
    throw UserError(fmt::format("a closed turn of shifted rows has an even number of them, not {}", grid.n_turn));
  }
  UnitGrid unit = unit_grid(grid.n_length, grid.n_turn, grid.pattern);
  if (closed) unit = closed_along(1, unit);
  return mapped(unit, [&](double u, double v) {
    const Vector2d around = direction(between(grid.begin, grid.end, v));
    return Vector3d(grid.length * u, grid.radius * around[1], grid.radius * around[0]);
  });
}

}  // namespace plumb
