#include <plumb/contact/detect/parts.h>

#include <algorithm>
#include <numeric>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Pair = std::array<int, 2>;

Pair sorted(int a, int b) { return a < b ? Pair{a, b} : Pair{b, a}; }

/// Fills the lists of who meets whom. Every side of a triangle must be among the edges.
void connect(Parts& parts) {
  const auto n_points = static_cast<int>(parts.points.size()), n_edges = static_cast<int>(parts.edges.size());
  std::vector<Pair> of_points, of_triangles, beside;
  struct Named {
    Pair ends;
    int edge;
    auto operator<=>(const Named&) const = default;
  };
  std::vector<Named> by_ends;
  for (int e = 0; e < n_edges; ++e) {
    const Pair& ends = parts.edges[e];
    for (const int p : ends) of_points.push_back({p, e});
    by_ends.push_back({sorted(ends[0], ends[1]), e});
  }
  std::sort(by_ends.begin(), by_ends.end());
  for (int t = 0; t < static_cast<int>(parts.triangles.size()); ++t) {
    const auto& corners = parts.triangles[t];
    for (int i = 0; i < 3; ++i) {
      of_triangles.push_back({corners[i], t});
      const Named side{sorted(corners[i], corners[(i + 1) % 3]), 0};
      const auto found = std::lower_bound(by_ends.begin(), by_ends.end(), side);
      ENSURE(found != by_ends.end() && found->ends == side.ends);
      beside.push_back({found->edge, t});
    }
  }
  parts.edges_at = Lists(n_points, of_points);
  parts.triangles_at = Lists(n_points, of_triangles);
  parts.triangles_beside = Lists(n_edges, beside);
}

}  // namespace

Lists::Lists(int n, std::span<const Pair> pairs) : begin_(n + 1, 0), entries_(pairs.size()) {
  for (const Pair& pair : pairs) ++begin_[pair[0] + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<int> next(begin_.begin(), begin_.end() - 1);
  for (const Pair& pair : pairs) entries_[next[pair[0]]++] = pair[1];
}

Parts parts_of(const Surface& surface) {
  Parts parts;
  parts.points = surface.points;
  const auto local = [&](int point) {
    const auto found = std::lower_bound(surface.points.begin(), surface.points.end(), point);
    ENSURE(found != surface.points.end() && *found == point);
    return static_cast<int>(found - surface.points.begin());
  };
  for (const auto& e : surface.edges) {
    parts.edges.push_back({local(e[0]), local(e[1])});
    parts.edge_names.push_back(static_cast<int>(parts.edge_names.size()));
  }
  for (const auto& t : surface.triangles) parts.triangles.push_back({local(t[0]), local(t[1]), local(t[2])});
  connect(parts);
  return parts;
}

Parts parts_of(const TriangleMesh& mesh) {
  Parts parts;
  parts.points.resize(mesh.points.size());
  std::iota(parts.points.begin(), parts.points.end(), 0);
  parts.triangles = mesh.triangles;
  struct Side {
    Pair ends;
    int name;
    auto operator<=>(const Side&) const = default;
  };
  std::vector<Side> sides;
  for (int name = 0; name < 3 * static_cast<int>(mesh.triangles.size()); ++name) {
    const Pair ends = mesh_edge(mesh, name);
    sides.push_back({sorted(ends[0], ends[1]), name});
  }
  std::sort(sides.begin(), sides.end());
  const auto last =
      std::unique(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.ends == b.ends; });
  for (auto side = sides.begin(); side != last; ++side) parts.edge_names.push_back(side->name);
  std::sort(parts.edge_names.begin(), parts.edge_names.end());
  for (const int name : parts.edge_names) parts.edges.push_back(mesh_edge(mesh, name));
  connect(parts);
  return parts;
}

std::array<int, 2> mesh_edge(const TriangleMesh& mesh, int name) {
  const auto& corners = mesh.triangles[name / 3];
  return {corners[name % 3], corners[(name % 3 + 1) % 3]};
}

}  // namespace plumb
