#include <plumb/scene/bodies/plate/read_remesh.h>

#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

constexpr int kMostTriangles = 1000000;
constexpr Dimension kVelocity{1, 0, -1};

/// As many equilateral triangles with sides of this length as cover a mesh.
double n_triangles(const TriangleMesh& mesh, double side) { return area(mesh) / (0.25 * std::sqrt(3.0) * side * side); }

void check_plate(const Entry& entry, const ScenePlate& plate, const SceneSolve& solve) {
  if (solve.method == Method::static_) {
    entry.refuse("a mesh changes in motions only; choose another solve.method, or leave it out");
  }
  if (!can_remesh(plate.bending)) {
    entry.refuse(
        "the plate's bending has a director at every edge, which a new edge would have to guess; choose bending = "
        "\"hinge\", \"quadratic\" or \"average\"");
  }
}

/// Returns a threshold whose square can be computed with.
double threshold(const Entry& entry, Dimension dimension) {
  constexpr double kLeast = 1e-9;
  const double value = entry.positive(dimension);
  if (value < kLeast) entry.refuse(fmt::format("at least {}, got {}", kLeast, value));
  return value;
}

SizingOptions read_sizing(const Keys& keys, const ScenePlate& plate) {
  SizingOptions sizing;
  const Entry least = keys.need("size_min", "the shortest edge that it may ask for, as size_min = \"5 mm\"");
  const Entry most = keys.need("size_max", "the longest edge that it allows, as size_max = \"5 cm\"");
  sizing.size_min = least.positive(dimension::length);
  sizing.size_max = most.positive(dimension::length);
  if (!(sizing.size_max >= sizing.size_min)) most.refuse("must not be below size_min");
  if (const double n = n_triangles(plate.rest, sizing.size_min); n > kMostTriangles) {
    least.refuse(fmt::format("makes up to {:.3g} triangles, at most {} are allowed", n, kMostTriangles));
  }
  if (const auto angle = keys.find("refine_angle")) sizing.refine_angle = threshold(*angle, dimension::none);
  if (const auto velocity = keys.find("refine_velocity")) sizing.refine_velocity = threshold(*velocity, kVelocity);
  if (const auto compression = keys.find("refine_compression")) {
    sizing.refine_compression = threshold(*compression, dimension::length);
  }
  if (const auto aspect = keys.find("aspect_min")) {
    sizing.aspect_min = threshold(*aspect, dimension::none);
    if (sizing.aspect_min > 1) aspect->refuse(fmt::format("at most 1, got {}", sizing.aspect_min));
  }
  return sizing;
}

}  // namespace

std::optional<SceneRemesh> read_remesh(const Keys& keys, const ScenePlate& plate, const SceneSolve& solve) {
  const auto entry = keys.find("remesh");
  if (!entry) return {};
  const Keys table(*entry, {"size_min", "size_max", "refine_angle", "refine_velocity", "refine_compression",
                            "refine_near", "aspect_min", "every"});
  check_plate(*entry, plate, solve);
  SceneRemesh remesh;
  remesh.sizing = read_sizing(table, plate);
  remesh.options.aspect_min = remesh.sizing.aspect_min;
  if (const auto near = table.find("refine_near")) {
    remesh.near_obstacles =
        ObstacleSizing{threshold(*near, dimension::length), 0.5 * plate.material.thickness, remesh.sizing.refine_angle};
  }
  if (const auto every = table.find("every")) remesh.every = every->whole_number(1, 1000000);
  return remesh;
}

}  // namespace plumb
