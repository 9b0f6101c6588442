#include <plumb/scene/bodies/plate/mesh_sides.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace plumb {
namespace {

using Eigen::Vector3d;

bool level(double difference, const Vector3d& a, const Vector3d& b) {
  return std::abs(difference) <= 1e-6 * (a - b).norm();
}

/// Edges across an axis, with their triangles further along it, or further back.
NamedSide across(std::string name, int axis, bool triangles_further) {
  return {std::move(name), [=](const Vector3d& a, const Vector3d& b, const Vector3d& opposite) {
            return level(a[axis] - b[axis], a, b) && (opposite[axis] > a[axis]) == triangles_further;
          }};
}

/// Edges on a circle about the z axis, with their triangles outside, or inside.
NamedSide around(std::string name, bool triangles_outside) {
  const auto radius = [](const Vector3d& x) { return std::hypot(x[0], x[1]); };
  return {std::move(name), [=](const Vector3d& a, const Vector3d& b, const Vector3d& opposite) {
            return level(radius(a) - radius(b), a, b) && (radius(opposite) > radius(a)) == triangles_outside;
          }};
}

/// Edges that do not turn about an axis, with their triangles further on in the sense from axis `from` to axis `to`, or
/// further back.
NamedSide lip(std::string name, int from, int to, bool triangles_further) {
  return {std::move(name), [=](const Vector3d& a, const Vector3d& b, const Vector3d& opposite) {
            const auto turned = [&](const Vector3d& x) { return a[from] * x[to] - a[to] * x[from]; };
            return level(turned(b) / std::hypot(a[from], a[to]), a, b) && (turned(opposite) > 0) == triangles_further;
          }};
}

}  // namespace

std::vector<NamedSide> rectangle_sides() {
  return {across("left", 0, true), across("right", 0, false), across("bottom", 1, true), across("top", 1, false)};
}

std::vector<NamedSide> annulus_sides() {
  return {around("inner", true), around("outer", false), lip("start", 0, 1, true), lip("end", 0, 1, false)};
}

std::vector<NamedSide> hemisphere_sides() {
  return {across("equator", 2, true), across("hole", 2, false), lip("start", 0, 1, true), lip("end", 0, 1, false)};
}

std::vector<NamedSide> cylinder_sides() {
  return {across("left", 0, true), across("right", 0, false), lip("start", 2, 1, true), lip("end", 2, 1, false)};
}

std::vector<std::pair<std::string, std::vector<int>>> named_points(const TriangleMesh& mesh,
                                                                   const MeshTopology& topology,
                                                                   const std::vector<NamedSide>& sides) {
  std::vector<std::set<int>> points(sides.size());
  std::set<int> boundary;
  const auto at = [&](int i) { return mesh.points[static_cast<std::size_t>(i)]; };
  for (const MeshEdge& edge : topology.edges) {
    if (!edge.boundary()) continue;
    boundary.insert(edge.points.begin(), edge.points.end());
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (!sides[i].has(at(edge.points[0]), at(edge.points[1]), at(edge.opposite[0]))) continue;
      points[i].insert(edge.points.begin(), edge.points.end());
    }
  }
  std::vector<std::pair<std::string, std::vector<int>>> named;
  const auto add = [&](const std::string& name, const std::set<int>& all) {
    if (!all.empty()) named.emplace_back(name, std::vector<int>(all.begin(), all.end()));
  };
  for (std::size_t i = 0; i < sides.size(); ++i) add(sides[i].name, points[i]);
  add("boundary", boundary);
  return named;
}

}  // namespace plumb
