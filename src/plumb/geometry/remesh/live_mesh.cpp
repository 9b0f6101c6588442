#include <plumb/geometry/remesh/live_mesh.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_topology.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Rest surfaces whose height over a triangle's plane is below this part of the coordinates are flat. Area changes with
/// the square of such heights.
constexpr double kBent = 1e-10;

}  // namespace

LiveMesh::LiveMesh(const MeshNow& mesh) : rest_(mesh.rest), names_(mesh.names) {
  for (const Vector3d& x : rest_) extent_ = std::max(extent_, x.cwiseAbs().maxCoeff());
  connect(mesh);
  find_creases();
}

void LiveMesh::connect(const MeshNow& mesh) {
  for (const auto& [a, b, c] : mesh.triangles) points_.insert(points_.end(), {a, b, c});
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    if (is_flat(rest(a), rest(b), rest(c))) throw UserError(fmt::format("triangle {} of the mesh is flat at rest", t));
  }
  join_neighbours(mesh);
  corner_.assign(rest_.size(), -1);
  std::vector<std::size_t> n_corners(rest_.size(), 0);
  for (int corner = 0; corner < static_cast<int>(points_.size()); ++corner) {
    corner_[at(point(corner))] = corner;
    ++n_corners[at(point(corner))];
  }
  std::vector<int> corners;
  for (int p = 0; p < n_point_slots(); ++p) {
    if (corner_[at(p)] < 0) throw UserError(fmt::format("point {} of the mesh is in no triangle", p));
    fan(p, corners);
    if (corners.size() != n_corners[at(p)]) {
      throw UserError(fmt::format("parts of the mesh touch in point {} alone; give each part a point of its own", p));
    }
  }
}

/// Finds for each edge the one that runs the other way, among those that begin where it ends. `mesh_topology` would
/// take a quarter of the time of a whole remeshing; it is asked only for what is wrong with a mesh that is no surface.
void LiveMesh::join_neighbours(const MeshNow& mesh) {
  across_.assign(points_.size(), -1);
  std::vector<int> first(rest_.size() + 1, 0), leaving(points_.size());
  for (const int p : points_) ++first[at(p)];
  std::partial_sum(first.begin(), first.end(), first.begin());
  for (int edge = static_cast<int>(points_.size()) - 1; edge >= 0; --edge) leaving[at(--first[at(from(edge))])] = edge;
  bool is_surface = true;
  for (int edge = 0; edge < static_cast<int>(points_.size()); ++edge) {
    is_surface = is_surface && from(edge) != to(edge);
    for (int i = first[at(to(edge))]; i < first[at(to(edge)) + 1]; ++i) {
      if (to(leaving[at(i)]) != from(edge)) continue;
      is_surface = is_surface && across_[at(edge)] < 0;
      across_[at(edge)] = leaving[at(i)];
    }
    for (int i = first[at(from(edge))]; i < first[at(from(edge)) + 1]; ++i) {
      is_surface = is_surface && (leaving[at(i)] == edge || to(leaving[at(i)]) != to(edge));
    }
  }
  if (!is_surface) mesh_topology({mesh.rest, mesh.triangles});
  ENSURE(is_surface);
}

void LiveMesh::find_creases() {
  creases_.assign(points_.size(), 0);
  whole_.assign(points_.size(), 0);
  for (int edge = 0; edge < static_cast<int>(points_.size()); ++edge) {
    const int other = across(edge);
    if (other >= 0 && other < edge) {
      creases_[at(edge)] = creases_[at(other)];
    } else {
      creases_[at(edge)] = other < 0 || is_bent(edge);
    }
  }
}

/// Is one of the two far points outside the plane of the larger triangle?
bool LiveMesh::is_bent(int edge) const {
  const Vector3d& a = rest(from(edge));
  const Vector3d along = rest(to(edge)) - a, p = rest(point(edge)) - a, q = rest(point(across(edge))) - a;
  const Vector3d normal = along.cross(p);
  const double larger = std::max(normal.norm(), along.cross(q).norm());
  return std::abs(normal.dot(q)) > kBent * extent_ * larger;
}

void LiveMesh::keep_whole(int edge) {
  for (const int side : {edge, across(edge)}) {
    if (side >= 0) creases_[at(side)] = whole_[at(side)] = 1;
  }
}

void LiveMesh::join(int edge, int other) {
  if (edge >= 0) across_[at(edge)] = other;
  if (other >= 0) across_[at(other)] = edge;
}

void LiveMesh::copy_marks(int to, int from) {
  creases_[at(to)] = creases_[at(from)];
  whole_[at(to)] = whole_[at(from)];
}

void LiveMesh::clear_marks(int edge) { creases_[at(edge)] = whole_[at(edge)] = 0; }

void LiveMesh::fan(int point, std::vector<int>& corners) const {
  corners.clear();
  const int start = corner_[at(point)];
  int corner = start;
  do {
    corners.push_back(corner);
    const int beyond = across(next(corner));
    if (beyond < 0) break;
    corner = next(beyond);
  } while (corner != start);
  if (across(next(corners.back())) >= 0) return;
  // The point is on the boundary: what lies on the other side of the start comes first.
  const std::ptrdiff_t n = std::ssize(corners);
  for (int beyond = across(previous(start)); beyond >= 0; beyond = across(previous(corners.back()))) {
    corners.push_back(previous(beyond));
  }
  std::reverse(corners.begin() + n, corners.end());
  std::rotate(corners.begin(), corners.begin() + n, corners.end());
}

int LiveMesh::find_edge(int a, int b) const {
  std::vector<int> corners;
  fan(a, corners);
  for (const int corner : corners) {
    if (from(corner) == b) return previous(corner);
    if (to(corner) == b) return next(corner);
  }
  return -1;
}

MeshNow LiveMesh::mesh(std::vector<int>& point_slots, std::vector<int>& triangle_slots) const {
  MeshNow mesh;
  std::vector<int> number(rest_.size(), -1);
  for (int p = 0; p < n_point_slots(); ++p) {
    if (!has_point(p)) continue;
    number[at(p)] = static_cast<int>(mesh.rest.size());
    mesh.rest.push_back(rest(p));
    mesh.names.push_back(name(p));
    point_slots.push_back(p);
  }
  for (int t = 0; t < n_triangle_slots(); ++t) {
    if (!has_triangle(t)) continue;
    mesh.triangles.push_back({number[at(point(3 * t))], number[at(point(3 * t + 1))], number[at(point(3 * t + 2))]});
    triangle_slots.push_back(t);
  }
  return mesh;
}

RemeshHistory LiveMesh::take_history() {
  history_.rest = rest_;
  history_.n_triangle_slots = n_triangle_slots();
  return std::move(history_);
}

}  // namespace plumb
