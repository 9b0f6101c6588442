#include <plumb/geometry/mesh_topology.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int after(int corner) { return corner == 2 ? 0 : corner + 1; }

/// The edge opposite to a corner of a triangle, as that triangle runs along it.
struct Side {
  int from, to;
  int triangle, corner;

  auto key() const { return std::make_tuple(std::min(from, to), std::max(from, to), triangle, corner); }
  bool same_edge(const Side& other) const {
    return std::min(from, to) == std::min(other.from, other.to) && std::max(from, to) == std::max(other.from, other.to);
  }
};

Side side_of(const TriangleMesh& mesh, int triangle, int corner) {
  const std::array<int, 3>& points = mesh.triangles[at(triangle)];
  return {points[at(after(corner))], points[at(after(after(corner)))], triangle, corner};
}

/// All sides, those of one edge beside each other in the order of their triangles.
std::vector<Side> sorted_sides(const TriangleMesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (int corner = 0; corner < 3; ++corner) sides.push_back(side_of(mesh, t, corner));
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.key() < b.key(); });
  return sides;
}

void check_edge(const Side* first, std::ptrdiff_t n_sides) {
  if (n_sides > 2) {
    throw UserError(
        fmt::format("the edge between points {} and {} of the mesh has {} triangles (among them {}, {} and {}, "
                    "counted from 0), but a surface has at most two",
                    first->from, first->to, n_sides, first[0].triangle, first[1].triangle, first[2].triangle));
  }
  if (n_sides == 2 && first[0].from == first[1].from) {
    throw UserError(
        fmt::format("triangles {} and {} of the mesh (counted from 0) both run from point {} to point {}: turn one of "
                    "them over, so that their normals are on the same side",
                    first[0].triangle, first[1].triangle, first->from, first->to));
  }
}

/// partner[3 t + corner]: the same number for the other side of that edge; -1: there is none.
std::vector<int> partners(const TriangleMesh& mesh) {
  const std::vector<Side> sides = sorted_sides(mesh);
  std::vector<int> partner(sides.size(), -1);
  const auto number = [](const Side& side) { return 3 * side.triangle + side.corner; };
  for (auto first = sides.begin(); first != sides.end();) {
    const auto last = std::find_if(first, sides.end(), [&](const Side& side) { return !side.same_edge(*first); });
    check_edge(&*first, last - first);
    if (last - first == 2) {
      partner[at(number(first[0]))] = number(first[1]);
      partner[at(number(first[1]))] = number(first[0]);
    }
    first = last;
  }
  return partner;
}

int corner_of(const MeshTopology& topology, int triangle, int edge) {
  const std::array<int, 3>& edges = topology.triangle_edges[at(triangle)];
  return static_cast<int>(std::find(edges.begin(), edges.end(), edge) - edges.begin());
}

/// The boundary edge that leaves the point at which this one ends: turn about that point, triangle by triangle.
int next_on_boundary(const MeshTopology& topology, int edge) {
  int triangle = topology.edges[at(edge)].triangles[0];
  int corner = corner_of(topology, triangle, edge);
  while (true) {
    // The side after the one that ends at the point begins there.
    corner = after(corner);
    const int leaving = topology.triangle_edges[at(triangle)][at(corner)];
    const int beyond = topology.neighbour(triangle, corner);
    if (beyond < 0) return leaving;
    triangle = beyond;
    corner = corner_of(topology, triangle, leaving);
  }
}

}  // namespace

const MeshEdge& MeshTopology::edge(int triangle, int i) const { return edges[at(triangle_edges[at(triangle)][at(i)])]; }

int MeshTopology::side(int triangle, int i) const { return edge(triangle, i).triangles[0] == triangle ? 0 : 1; }

int MeshTopology::neighbour(int triangle, int i) const {
  return edge(triangle, i).triangles[at(1 - side(triangle, i))];
}

MeshTopology mesh_topology(const TriangleMesh& mesh) {
  check_indices(mesh);
  ENSURE(mesh.triangles.size() < std::numeric_limits<int>::max() / 3);
  const std::vector<int> partner = partners(mesh);
  MeshTopology topology;
  topology.triangle_edges.resize(mesh.triangles.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (int corner = 0; corner < 3; ++corner) {
      const int across = partner[at(3 * t + corner)];
      const int opposite = mesh.triangles[at(t)][at(corner)];
      int& edge = topology.triangle_edges[at(t)][at(corner)];
      if (across < 0 || across > 3 * t + corner) {
        const Side side = side_of(mesh, t, corner);
        edge = static_cast<int>(topology.edges.size());
        topology.edges.push_back({{side.from, side.to}, {t, -1}, {opposite, -1}});
      } else {
        edge = topology.triangle_edges[at(across / 3)][at(across % 3)];
        topology.edges[at(edge)].triangles[1] = t;
        topology.edges[at(edge)].opposite[1] = opposite;
      }
    }
  }
  return topology;
}

std::vector<std::vector<int>> boundary_loops(const MeshTopology& topology) {
  std::vector<std::vector<int>> loops;
  std::vector<bool> done(topology.edges.size(), false);
  for (int start = 0; start < static_cast<int>(topology.edges.size()); ++start) {
    if (done[at(start)] || !topology.edges[at(start)].boundary()) continue;
    std::vector<int>& loop = loops.emplace_back();
    for (int edge = start; !done[at(edge)]; edge = next_on_boundary(topology, edge)) {
      done[at(edge)] = true;
      loop.push_back(topology.edges[at(edge)].points[0]);
    }
  }
  return loops;
}

}  // namespace plumb
