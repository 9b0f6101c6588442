#include <plumb/scene/bodies/plate/read_mesh.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/delaunay.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/scene/bodies/plate/mesh_sides.h>

namespace plumb {
namespace {

constexpr int kMostCells = 500000;
constexpr std::size_t kMostTriangles = 1000000;
const std::vector<std::string> kPatterns{"one-diagonal", "alternating", "crossed", "equilateral", "delaunay"};
constexpr std::size_t kDelaunay = 4;

/// Numbers of a generated mesh under the keys that its shape has.
class MeshKeys {
 public:
  MeshKeys(const Entry& entry, std::string shape, std::vector<std::string> known)
      : keys_(entry, std::move(known)), shape_(std::move(shape)) {}

  double length(const std::string& key) const {
    return need(key, fmt::format("{} = \"10 cm\"", key)).positive(dimension::length);
  }
  double angle(const std::string& key, double usual) const {
    const auto entry = keys_.find(key);
    return entry ? entry->quantity(dimension::none) : usual;
  }
  int count(const std::string& key) const { return need(key, key + " = 10").whole_number(1, kMostCells); }
  const Keys& keys() const { return keys_; }

  std::size_t pattern() const {
    const auto entry = keys_.find("pattern");
    if (!entry) return 0;
    const bool plane = shape_ == "rectangle";
    return entry->choice(plane ? kPatterns : std::vector<std::string>(kPatterns.begin(), kPatterns.begin() + 4));
  }
  CellPattern cells() const { return static_cast<CellPattern>(pattern() == kDelaunay ? 0 : pattern()); }

  /// How many triangles it will have is known before it is made.
  void check_size(int n_u, int n_v) const {
    const double n = static_cast<double>(n_u) * n_v * (cells() == CellPattern::crossed ? 4 : 2);
    if (n <= static_cast<double>(kMostTriangles)) return;
    keys_.entry().refuse(fmt::format("has {:.3g} triangles, at most {} are allowed", n, kMostTriangles));
  }

 private:
  Entry need(const std::string& key, const std::string& example) const {
    const std::string which = shape_.find_first_of("ae") == 0 ? "an " : "a ";
    return keys_.need(key, fmt::format("{}{} needs it, as {}", which, shape_, example));
  }

  Keys keys_;
  std::string shape_;
};

TriangleMesh rectangle(const Entry& entry) {
  const MeshKeys keys(entry, "rectangle",
                      {"shape", "length", "width", "nx", "ny", "pattern", "jitter", "seed", "grading"});
  RectangleGrid grid;
  grid.length = keys.length("length");
  grid.width = keys.length("width");
  grid.nx = keys.count("nx");
  grid.ny = keys.count("ny");
  grid.pattern = keys.cells();
  keys.check_size(grid.nx, grid.ny);
  if (const auto grading = keys.keys().find("grading")) {
    const double exponent = grading->positive(dimension::none);
    if (!(exponent >= 0.1 && exponent <= 10)) grading->refuse(fmt::format("between 0.1 and 10, got {}", exponent));
    grid.grading = power_grading(exponent);
  }
  double jitter = 0;
  int seed = 1;
  if (const auto fraction = keys.keys().find("jitter")) {
    jitter = fraction->not_negative(dimension::none);
    if (jitter > 0.5) fraction->refuse(fmt::format("at most 0.5 of a cell, got {}", jitter));
  }
  if (const auto number = keys.keys().find("seed")) seed = number->whole_number(0, 1000000000);
  TriangleMesh mesh =
      jitter > 0 ? jittered_rectangle_mesh(grid, jitter, static_cast<std::uint64_t>(seed)) : rectangle_mesh(grid);
  return keys.pattern() == kDelaunay ? flipped_to_delaunay(std::move(mesh)) : mesh;
}

TriangleMesh annulus(const Entry& entry) {
  const MeshKeys keys(entry, "annulus", {"shape", "inner", "outer", "turn", "n_turn", "n_radius", "slit", "pattern"});
  AnnulusGrid grid;
  grid.inner = keys.length("inner");
  grid.outer = keys.length("outer");
  grid.turn = keys.angle("turn", 2 * std::numbers::pi);
  grid.n_turn = keys.count("n_turn");
  grid.n_radius = keys.count("n_radius");
  grid.pattern = keys.cells();
  if (const auto slit = keys.keys().find("slit")) grid.slit = slit->yes_or_no();
  keys.check_size(grid.n_turn, grid.n_radius);
  if (!(grid.outer > grid.inner)) keys.keys().find("outer")->refuse("must be larger than inner");
  return annulus_mesh(grid);
}

TriangleMesh hemisphere(const Entry& entry) {
  const MeshKeys keys(entry, "hemisphere", {"shape", "radius", "hole", "turn", "n_turn", "n_meridian", "pattern"});
  HemisphereGrid grid;
  grid.radius = keys.length("radius");
  grid.hole = keys.angle("hole", grid.hole);
  grid.turn = keys.angle("turn", grid.turn);
  grid.n_turn = keys.count("n_turn");
  grid.n_meridian = keys.count("n_meridian");
  grid.pattern = keys.cells();
  keys.check_size(grid.n_turn, grid.n_meridian);
  return hemisphere_mesh(grid);
}

TriangleMesh cylinder(const Entry& entry) {
  const MeshKeys keys(entry, "cylinder",
                      {"shape", "radius", "length", "begin", "end", "n_length", "n_turn", "pattern"});
  CylinderGrid grid;
  grid.radius = keys.length("radius");
  grid.length = keys.length("length");
  grid.begin = keys.angle("begin", grid.begin);
  grid.end = keys.angle("end", grid.end);
  grid.n_length = keys.count("n_length");
  grid.n_turn = keys.count("n_turn");
  grid.pattern = keys.cells();
  keys.check_size(grid.n_length, grid.n_turn);
  return cylinder_mesh(grid);
}

TriangleMesh from_file(const Entry& entry, const MeshReader& read_mesh) {
  const Keys keys(entry, {"file", "scale"});
  const Entry file = *keys.find("file");
  const std::string name = file.text();
  if (!read_mesh.triangles) file.refuse("mesh files are not read here");
  TriangleMesh mesh;
  try {
    mesh = read_mesh.triangles(name);
  } catch (const UserError& error) {
    file.refuse(error.what());
  }
  if (mesh.triangles.size() > kMostTriangles) {
    file.refuse(fmt::format("has {} triangles, at most {} are allowed", mesh.triangles.size(), kMostTriangles));
  }
  if (const auto scale = keys.find("scale")) {
    const double factor = scale->positive(dimension::none);
    for (auto& point : mesh.points) point *= factor;
  }
  return mesh;
}

using Generator = TriangleMesh (*)(const Entry&);
struct NamedMesh {
  const char* name;
  Generator make;
  std::vector<NamedSide> sides;
};

const std::vector<NamedMesh>& shapes() {
  static const std::vector<NamedMesh> all{{"rectangle", rectangle, rectangle_sides()},
                                          {"annulus", annulus, annulus_sides()},
                                          {"hemisphere", hemisphere, hemisphere_sides()},
                                          {"cylinder", cylinder, cylinder_sides()}};
  return all;
}

std::size_t read_shape(const Entry& entry) {
  std::vector<std::string> names;
  for (const NamedMesh& shape : shapes()) names.emplace_back(shape.name);
  // Which of its keys are known depends on the shape, so this one is looked for in all of them.
  const toml::node* shape = entry.table("a table as { shape = \"rectangle\", ... }").get("shape");
  if (shape == nullptr) Keys(entry, {"shape", "file", "scale"}).need("shape", "give shape or file");
  return entry.child("shape", shape).choice(names);
}

/// Sizes whose squares and cubes can be computed with, and no point alone.
void check_points(const TriangleMesh& mesh) {
  std::vector<bool> used(mesh.points.size(), false);
  for (const auto& t : mesh.triangles) {
    for (const int p : t) used[static_cast<std::size_t>(p)] = true;
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) throw UserError(fmt::format("point {} (counted from 0) is in no triangle", i));
    if (!(mesh.points[i].cwiseAbs().maxCoeff() < 1e60)) throw UserError("its coordinates are beyond computing");
  }
}

}  // namespace

PlateMesh read_plate_mesh(const Entry& entry, const MeshReader& read_mesh) {
  PlateMesh out;
  const bool is_file =
      entry.table("a table as { shape = \"rectangle\", ... } or { file = \"plate.obj\" }").contains("file");
  const std::size_t shape = is_file ? 0 : read_shape(entry);
  if (is_file) out.mesh = from_file(entry, read_mesh);
  try {
    if (!is_file) out.mesh = shapes()[shape].make(entry);
    check(out.mesh);
    check_points(out.mesh);
    const MeshTopology topology = mesh_topology(out.mesh);
    out.sides = named_points(out.mesh, topology, is_file ? std::vector<NamedSide>{} : shapes()[shape].sides);
  } catch (const UserError& error) {
    // What a key got wrong has its place already.
    if (std::string_view(error.what()).find(entry.keys()) != std::string_view::npos) throw;
    entry.refuse(error.what());
  }
  return out;
}

}  // namespace plumb
