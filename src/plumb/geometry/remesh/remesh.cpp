#include <plumb/geometry/remesh/remesh.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_set>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/remesh/live_mesh.h>
#include <plumb/geometry/remesh/name_order.h>
#include <plumb/geometry/remesh/remeshing.h>
#include <plumb/geometry/remesh/transfer.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::vector<bool> mark_kept(LiveMesh& live, const MeshNow& mesh, const KeptParts& kept) {
  std::vector<bool> stays(mesh.names.size(), false);
  const auto find = [&](std::uint64_t name) {
    const auto place = std::lower_bound(mesh.names.begin(), mesh.names.end(), name);
    return place != mesh.names.end() && *place == name ? static_cast<int>(place - mesh.names.begin()) : -1;
  };
  for (const std::uint64_t name : kept.points) {
    if (const int point = find(name); point >= 0) stays[at(point)] = true;
  }
  for (const auto& [a, b] : kept.edges) {
    const int from = find(a), to = find(b);
    const int edge = from >= 0 && to >= 0 ? live.find_edge(from, to) : -1;
    if (edge < 0) continue;
    live.keep_whole(edge);
    stays[at(from)] = stays[at(to)] = true;
  }
  return stays;
}

/// Composes two lists of numbers: result[i] = of[by[i]].
std::vector<int> composed(const std::vector<int>& of, const std::vector<int>& by) {
  std::vector<int> result;
  result.reserve(by.size());
  for (const int i : by) result.push_back(of[at(i)]);
  return result;
}

Remeshed unchanged(const MeshNow& mesh) {
  Remeshed result{mesh, {}, {}};
  RemeshHistory& history = result.history;
  history.rest = mesh.rest;
  history.n_triangle_slots = static_cast<int>(mesh.triangles.size());
  history.old_points.resize(mesh.rest.size());
  history.old_triangles.resize(mesh.triangles.size());
  std::iota(history.old_points.begin(), history.old_points.end(), 0);
  std::iota(history.old_triangles.begin(), history.old_triangles.end(), 0);
  history.new_points = history.old_points;
  history.new_triangles = history.old_triangles;
  return result;
}

void check(const RemeshOptions& options) {
  if (!(options.aspect_min > 0 && options.aspect_min < 1)) {
    throw UserError(
        fmt::format("the lowest aspect of a triangle is {}, but it lies between 0 and 1", options.aspect_min));
  }
  if (!(options.hysteresis >= 0 && options.hysteresis < 1)) {
    throw UserError(
        fmt::format("the hysteresis of remeshing is {}, but it lies from 0 to below 1", options.hysteresis));
  }
}

}  // namespace

std::vector<std::pair<std::uint64_t, std::uint64_t>> edges_between(const MeshNow& mesh,
                                                                   std::span<const std::uint64_t> names) {
  const std::unordered_set<std::uint64_t> set(names.begin(), names.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;
  for (const auto& [a, b, c] : mesh.triangles) {
    for (const auto& [i, j] : {std::pair(a, b), {b, c}, {c, a}}) {
      const auto ends = std::minmax(mesh.names[at(i)], mesh.names[at(j)]);
      if (set.contains(ends.first) && set.contains(ends.second)) edges.emplace_back(ends);
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

Remeshed remesh(const MeshNow& mesh, std::span<const Matrix3d> sizing, const KeptParts& kept,
                const RemeshOptions& options) {
  check(options);
  ENSURE(sizing.size() == mesh.rest.size());
  NamedOrder start = in_order_of_names(mesh);
  std::vector<Matrix3d> tensors;
  tensors.reserve(2 * sizing.size());
  for (const int point : start.points) tensors.push_back(sizing[at(point)]);

  LiveMesh live(start.mesh);
  std::vector<bool> stays = mark_kept(live, start.mesh, kept);
  Remeshing remeshing(std::move(live), std::move(tensors), std::move(stays), options);
  remeshing.run();

  if (remeshing.mesh().history().steps.empty()) return unchanged(mesh);
  std::vector<int> point_slots, triangle_slots;
  MeshNow as_left = remeshing.mesh().mesh(point_slots, triangle_slots);
  as_left.thickness.resize(as_left.triangles.size());
  NamedOrder end = in_order_of_names(as_left);
  Remeshed result{std::move(end.mesh), remeshing.mesh().take_history(), remeshing.counts()};
  result.history.new_points = composed(point_slots, end.points);
  result.history.new_triangles = composed(triangle_slots, end.triangles);
  result.history.old_points = std::move(start.points);
  result.history.old_triangles = std::move(start.triangles);
  result.mesh.thickness = transferred_to_triangles(result.history, mesh.thickness);
  return result;
}

}  // namespace plumb
