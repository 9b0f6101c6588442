#include <plumb/geometry/remesh/remesh.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/remesh/live_mesh.h>
#include <plumb/geometry/remesh/name_order.h>
#include <plumb/geometry/remesh/remesh_rules.h>
#include <plumb/geometry/remesh/transfer.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;

/// Splits and collapses follow each other until neither finds anything to do; a second round is mostly empty.
constexpr int kMostRounds = 4;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// An edge that might be split or collapsed.
struct Candidate {
  double squared_size;
  int low, high;  ///< its ends: slots, which are in the order of names or of being made
  int edge;

  auto key() const { return std::make_tuple(squared_size, low, high); }
};

class Remeshing {
 public:
  Remeshing(LiveMesh mesh, std::vector<Matrix3d> sizing, std::vector<bool> kept, const RemeshOptions& options)
      : mesh_(std::move(mesh)),
        sizing_(std::move(sizing)),
        kept_(std::move(kept)),
        rules_(mesh_, sizing_, kept_, options),
        touched_in_(at(mesh_.n_triangle_slots()), 0) {}
  Remeshing(const Remeshing&) = delete;
  Remeshing& operator=(const Remeshing&) = delete;

  void run() {
    begin_pass();
    touch_all();
    flip_touched();
    for (int round = 0; round < kMostRounds; ++round) {
      const RemeshCounts before = counts_;
      split_long_edges();
      collapse_short_edges();
      if (counts_.splits == before.splits && counts_.collapses == before.collapses) break;
    }
  }

  LiveMesh& mesh() { return mesh_; }
  const RemeshCounts& counts() const { return counts_; }

 private:
  void begin_pass() {
    ++pass_;
    touched_.clear();
  }
  bool is_touched(int t) const { return touched_in_[at(t)] == pass_; }
  void touch(int t) {
    touched_in_.resize(at(mesh_.n_triangle_slots()), 0);
    if (is_touched(t)) return;
    touched_in_[at(t)] = pass_;
    touched_.push_back(t);
  }
  void touch_all() {
    for (int t = 0; t < mesh_.n_triangle_slots(); ++t) {
      if (mesh_.has_triangle(t)) touch(t);
    }
  }
  void touch_around(int point) {
    mesh_.fan(point, fan_);
    for (const int corner : fan_) touch(corner / 3);
  }

  /// The edges of the touched triangles that pass a test, each once; the order is by size and then by ends.
  template <class Test>
  std::vector<Candidate> candidates(const Test& wanted) const {
    std::vector<Candidate> all;
    for (const int t : touched_) {
      if (!mesh_.has_triangle(t)) continue;
      for (int edge = 3 * t; edge < 3 * t + 3; ++edge) {
        const int other = mesh_.across(edge);
        if ((other >= 0 && other < edge && is_touched(other / 3)) || !wanted(edge)) continue;
        const auto [low, high] = std::minmax({mesh_.from(edge), mesh_.to(edge)});
        all.push_back({rules_.squared_size(edge), low, high, edge});
      }
    }
    std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.key() < b.key(); });
    return all;
  }

  /// Splits edges, the longest first, of which no two share a triangle; then flips; then looks again at what changed.
  void split_long_edges() {
    begin_pass();
    touch_all();
    while (true) {
      const std::vector<Candidate> all = candidates([this](int edge) { return rules_.should_split(edge); });
      begin_pass();
      if (all.empty()) return;
      std::for_each(all.rbegin(), all.rend(), [this](const Candidate& candidate) { split(candidate.edge); });
      flip_touched();
    }
  }

  void split(int edge) {
    const int other = mesh_.across(edge), a = mesh_.from(edge), b = mesh_.to(edge);
    if (is_touched(edge / 3) || (other >= 0 && is_touched(other / 3))) return;
    const int middle = mesh_.split(edge);
    sizing_.push_back(0.5 * (sizing_[at(a)] + sizing_[at(b)]));
    kept_.push_back(false);
    touch_around(middle);
    ++counts_.splits;
  }

  /// Collapses edges, the shortest first; then flips; then looks again at what is around the changes.
  void collapse_short_edges() {
    begin_pass();
    touch_all();
    while (true) {
      const std::vector<Candidate> all = candidates([this](int edge) { return rules_.is_short(edge); });
      const int before = counts_.collapses;
      begin_pass();
      for (const Candidate& candidate : all) collapse(candidate);
      if (counts_.collapses == before) return;
      flip_touched();
      for (std::size_t i = 0, n = touched_.size(); i < n; ++i) {
        for (int corner = 3 * touched_[i]; corner < 3 * touched_[i] + 3; ++corner) {
          if (mesh_.has_triangle(touched_[i])) touch_around(mesh_.point(corner));
        }
      }
    }
  }

  /// Removes the newer end, or else the older one.
  void collapse(const Candidate& candidate) {
    const int t = candidate.edge / 3;
    if (!mesh_.has_triangle(t) || is_touched(t)) return;
    for (const auto& [removed, into] : {std::pair(candidate.high, candidate.low), {candidate.low, candidate.high}}) {
      mesh_.fan(removed, fan_);
      if (!rules_.may_collapse(removed, into, fan_)) continue;
      mesh_.collapse(removed, into, fan_);
      ++counts_.collapses;
      touch_around(into);
      return;
    }
  }

  /// Flips edges of the touched triangles, and of those that flips change in turn, until there is nothing to gain. The
  /// metric differs from edge to edge, so that a circle of flips cannot be excluded; their number is bounded.
  void flip_touched() {
    suspects_.clear();
    const auto suspect = [this](int t) { suspects_.insert(suspects_.end(), {3 * t, 3 * t + 1, 3 * t + 2}); };
    for (const int t : touched_) {
      if (mesh_.has_triangle(t)) suspect(t);
    }
    const std::size_t most = 4 * suspects_.size() + 64;
    for (std::size_t i = 0; i < suspects_.size() && i < most; ++i) {
      const int edge = suspects_[i], other = mesh_.across(edge);
      if (!rules_.should_flip(edge)) continue;
      mesh_.flip(edge);
      ++counts_.flips;
      for (const int t : {edge / 3, other / 3}) {
        touch(t);
        suspect(t);
      }
    }
  }

  LiveMesh mesh_;
  std::vector<Matrix3d> sizing_;  ///< of each slot of a point
  std::vector<bool> kept_;        ///< of each slot of a point
  RemeshRules rules_;
  RemeshCounts counts_;
  int pass_ = 0;
  std::vector<int> touched_in_;  ///< for each triangle, the last pass that touched it
  std::vector<int> touched_;     ///< the triangles of this pass
  std::vector<int> suspects_, fan_;
};

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
