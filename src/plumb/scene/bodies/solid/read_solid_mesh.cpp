#include <plumb/scene/bodies/solid/read_solid_mesh.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/tetrahedral_generators.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr int kMostCells = 100000;
constexpr double kMostTetrahedra = 1e6;

const std::vector<std::string> kShapes{"box", "ball"};

void check_size(const Entry& entry, double n) {
  if (n <= kMostTetrahedra) return;
  entry.refuse(fmt::format("has {:.3g} tetrahedra, at most {:.0f} are allowed", n, kMostTetrahedra));
}

/// Adds the points of the outside that belong to a side, if there are any.
void add_side(std::string name, const std::vector<int>& outside, const TetrahedralMesh& mesh,
              const std::function<bool(const Vector3d&)>& has, SolidMesh& into) {
  std::vector<int> points;
  for (const int p : outside) {
    if (has(mesh.points[static_cast<std::size_t>(p)])) points.push_back(p);
  }
  if (!points.empty()) into.sides.emplace_back(std::move(name), std::move(points));
}

/// The points of a plane across an axis.
std::function<bool(const Vector3d&)> on_plane(int axis, double at, double size) {
  return [=](const Vector3d& x) { return std::abs(x[axis] - at) <= 1e-9 * size; };
}

std::array<int, 3> read_cells(const Entry& entry) {
  const std::vector<Entry> list = entry.list("three whole numbers, as [8, 2, 2]");
  if (list.size() != 3) entry.refuse(fmt::format("expected three whole numbers, got {}", list.size()));
  std::array<int, 3> n{};
  for (std::size_t i = 0; i < 3; ++i) n[i] = list[i].whole_number(1, kMostCells);
  return n;
}

SolidMesh box(const Entry& entry) {
  const Keys keys(entry, {"shape", "size", "n"});
  BoxGrid grid;
  const Entry size = keys.need("size", "a box needs it, as size = [\"10 cm\", \"2 cm\", \"2 cm\"]");
  grid.sides = size.vector(dimension::length);
  for (const double side : grid.sides) {
    if (!(side > 0)) {
      size.refuse(fmt::format("all three sides must be positive, got {}", format_quantity(side, dimension::length)));
    }
  }
  grid.n = read_cells(keys.need("n", "a box needs it, the cells along x, y and z, as n = [10, 2, 2]"));
  check_size(entry, 6.0 * grid.n[0] * grid.n[1] * grid.n[2]);
  SolidMesh out{box_mesh(grid), {}};
  const std::vector<int> outside = outer_surface(out.mesh).points;
  constexpr std::array<std::array<const char*, 2>, 3> kNames{{{"left", "right"}, {"front", "back"}, {"bottom", "top"}}};
  const double largest = grid.sides.maxCoeff();
  for (int axis = 0; axis < 3; ++axis) {
    const auto& names = kNames[static_cast<std::size_t>(axis)];
    add_side(names[0], outside, out.mesh, on_plane(axis, 0, largest), out);
    add_side(names[1], outside, out.mesh, on_plane(axis, grid.sides[axis], largest), out);
  }
  return out;
}

SolidMesh ball(const Entry& entry) {
  const Keys keys(entry, {"shape", "radius", "n", "hole", "n_layers", "eighth"});
  BallGrid grid;
  grid.radius = keys.need("radius", "a ball needs it, as radius = \"5 cm\"").positive(dimension::length);
  grid.n = keys.need("n", "a ball needs it, the edges along a quarter of a great circle, as n = 6")
               .whole_number(1, kMostCells);
  if (const auto eighth = keys.find("eighth")) grid.eighth = eighth->yes_or_no();
  const auto layers = keys.find("n_layers");
  if (const auto hole = keys.find("hole")) {
    grid.hole = hole->positive(dimension::length);
    if (!(grid.hole < grid.radius)) hole->refuse("must be smaller than radius");
    grid.n_layers = keys.need("n_layers", "a hollow ball needs it, as n_layers = 2").whole_number(1, kMostCells);
  } else if (layers) {
    layers->refuse("only a hollow ball has layers; give hole, or leave it out");
  }
  const double n = grid.n;
  check_size(entry, (grid.eighth ? 1 : 8) * (grid.hole > 0 ? 3 * n * n * grid.n_layers : n * n * n));
  SolidMesh out{ball_mesh(grid), {}};
  const std::vector<int> outside = outer_surface(out.mesh).points;
  const auto at_radius = [&](double radius) {
    return [=](const Vector3d& x) { return std::abs(x.norm() - radius) <= 1e-9 * radius; };
  };
  add_side("outer", outside, out.mesh, at_radius(grid.radius), out);
  if (grid.hole > 0) add_side("inner", outside, out.mesh, at_radius(grid.hole), out);
  if (!grid.eighth) return out;
  constexpr std::array<const char*, 3> kNames{"left", "front", "bottom"};
  for (int axis = 0; axis < 3; ++axis) {
    add_side(kNames[static_cast<std::size_t>(axis)], outside, out.mesh, on_plane(axis, 0, grid.radius), out);
  }
  return out;
}

SolidMesh from_file(const Entry& entry, const MeshReader& read_mesh) {
  const Keys keys(entry, {"file", "scale"});
  const Entry file = *keys.find("file");
  const std::string name = file.text();
  if (!read_mesh.tetrahedra) file.refuse("mesh files are not read here");
  SolidMesh out;
  try {
    out.mesh = read_mesh.tetrahedra(name);
  } catch (const UserError& error) {
    file.refuse(error.what());
  }
  check_size(file, static_cast<double>(out.mesh.tetrahedra.size()));
  if (const auto scale = keys.find("scale")) {
    const double factor = scale->positive(dimension::none);
    for (Vector3d& point : out.mesh.points) point *= factor;
  }
  return out;
}

std::size_t read_shape(const Entry& entry) {
  // Which of its keys are known depends on the shape, so this one is looked for in all of them.
  const toml::node* shape = entry.table("a table as { shape = \"box\", ... }").get("shape");
  if (shape == nullptr) Keys(entry, {"shape", "file", "scale"}).need("shape", "give shape or file");
  return entry.child("shape", shape).choice(kShapes);
}

/// Sizes whose squares and cubes can be computed with.
void check_sizes(const TetrahedralMesh& mesh) {
  for (const Vector3d& x : mesh.points) {
    if (!(x.cwiseAbs().maxCoeff() < 1e45)) throw UserError("its coordinates are beyond computing");
  }
}

}  // namespace

SolidMesh read_solid_mesh(const Entry& entry, const MeshReader& read_mesh) {
  const bool is_file = entry.table("a table as { shape = \"box\", ... } or { file = \"part.msh\" }").contains("file");
  SolidMesh out;
  try {
    out = is_file ? from_file(entry, read_mesh) : read_shape(entry) == 0 ? box(entry) : ball(entry);
    check_sizes(out.mesh);
    check(out.mesh);
  } catch (const UserError& error) {
    // What a key got wrong has its place already.
    if (std::string_view(error.what()).find(entry.keys()) != std::string_view::npos) throw;
    entry.refuse(error.what());
  }
  out.sides.emplace_back("outside", outer_surface(out.mesh).points);
  return out;
}

}  // namespace plumb
