#include <plumb/geometry/triangle_mesh.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Triangle = std::array<int, 3>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string named(std::size_t triangle, const Triangle& points) {
  return fmt::format("triangle {} (points {}, {} and {}, counted from 0)", triangle, points[0], points[1], points[2]);
}

void check_points(const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const Vector3d& x = mesh.points[i];
    if (!x.allFinite()) {
      throw UserError(fmt::format("point {} of the mesh (counted from 0) is at {}, {}, {}, but coordinates are finite",
                                  i, x[0], x[1], x[2]));
    }
  }
}

void check_indices_of(const TriangleMesh& mesh, std::size_t t) {
  const Triangle& corners = mesh.triangles[t];
  for (const int point : corners) {
    if (point < 0 || at(point) >= mesh.points.size()) {
      throw UserError(fmt::format("{} of the mesh has a point that is not there; the points are 0 to {}",
                                  named(t, corners), static_cast<long long>(mesh.points.size()) - 1));
    }
  }
  if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
    throw UserError(fmt::format("{} of the mesh has the same point twice", named(t, corners)));
  }
}

void check_flat(const TriangleMesh& mesh, std::size_t t) {
  const Triangle& corners = mesh.triangles[t];
  if (is_flat(mesh.points[at(corners[0])], mesh.points[at(corners[1])], mesh.points[at(corners[2])])) {
    throw UserError(fmt::format("{} of the mesh is flat: its points lie on one line, or nearly", named(t, corners)));
  }
}

void check_duplicates(const TriangleMesh& mesh) {
  std::vector<std::pair<Triangle, std::size_t>> sorted;
  sorted.reserve(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Triangle corners = mesh.triangles[t];
    std::sort(corners.begin(), corners.end());
    sorted.emplace_back(corners, t);
  }
  std::sort(sorted.begin(), sorted.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end(), same);
  if (twice == sorted.end()) return;
  const std::size_t again = std::next(twice)->second;
  throw UserError(fmt::format("{} of the mesh has the same points as triangle {}", named(again, mesh.triangles[again]),
                              twice->second));
}

}  // namespace

Vector3d area_vector(const TriangleMesh& mesh, int triangle) {
  const Triangle& corners = mesh.triangles[at(triangle)];
  const Vector3d& a = mesh.points[at(corners[0])];
  return 0.5 * (mesh.points[at(corners[1])] - a).cross(mesh.points[at(corners[2])] - a);
}

double area(const TriangleMesh& mesh, int triangle) { return area_vector(mesh, triangle).norm(); }

double area(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) sum += area(mesh, static_cast<int>(t));
  return sum;
}

bool is_flat(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const double longest = std::max({(b - a).stableNorm(), (c - b).stableNorm(), (a - c).stableNorm()});
  // In units of the longest side nothing overflows; what is not a number is flat too.
  const Vector3d u = (b - a) / longest, v = (c - a) / longest;
  return !(u.cross(v).norm() > kFlatTriangle);
}

void check_indices(const TriangleMesh& mesh) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) check_indices_of(mesh, t);
}

void check(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) throw UserError("the mesh has no triangles");
  check_points(mesh);
  check_indices(mesh);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) check_flat(mesh, t);
  check_duplicates(mesh);
}

}  // namespace plumb
