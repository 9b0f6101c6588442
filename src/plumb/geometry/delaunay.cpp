#include <plumb/geometry/delaunay.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_topology.h>

namespace plumb {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Triangle = std::array<int, 3>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// 1 where a, b, c run counter-clockwise, -1 where clockwise, 0 where they are on a line. Where rounding decides, the
/// triangle is flat and `peel` takes it away.
int orientation(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  const double twice_area = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
  return twice_area > 0 ? 1 : twice_area < 0 ? -1 : 0;
}

/// Is d inside the circle through a, b, c (counter-clockwise), beyond any doubt of rounding? Four points on a circle
/// are not, so every flip is a gain and flips come to an end.
bool surely_in_circle(const Vector2d& a, const Vector2d& b, const Vector2d& c, const Vector2d& d) {
  const Vector2d u = a - d, v = b - d, w = c - d;
  const auto term = [](const Vector2d& x, const Vector2d& y, const Vector2d& z, double& size) {
    const double left = x[0] * y[1], right = x[1] * y[0], lift = z.squaredNorm();
    size += (std::abs(left) + std::abs(right)) * lift;
    return (left - right) * lift;
  };
  double size = 0;
  const double sum = term(u, v, w, size) + term(v, w, u, size) + term(w, u, v, size);
  return sum > 2e-15 * size;
}

/// Triangles with their neighbours, kept up to date by flips.
class Flipper {
 public:
  Flipper(std::vector<Vector2d> points, std::vector<Triangle> triangles, std::vector<Triangle> neighbours)
      : points_(std::move(points)), triangles_(std::move(triangles)), neighbours_(std::move(neighbours)) {
    for (int t = 0; t < static_cast<int>(triangles_.size()); ++t) {
      for (int i = 0; i < 3; ++i) suspects_.push_back({t, i});
    }
  }

  std::vector<Triangle> flip_all() && {
    while (!suspects_.empty()) {
      const auto [t, i] = suspects_.back();
      suspects_.pop_back();
      const int other = neighbours_[at(t)][at(i)];
      if (other < 0) continue;
      const int j = index_of(neighbours_[at(other)], t);
      if (circle_holds(t, triangles_[at(other)][at(j)])) flip(t, i, other, j);
    }
    return std::move(triangles_);
  }

 private:
  struct Suspect {
    int triangle, edge;
  };

  bool circle_holds(int triangle, int point) const {
    const auto& [a, b, c] = triangles_[at(triangle)];
    return surely_in_circle(points_[at(a)], points_[at(b)], points_[at(c)], points_[at(point)]);
  }

  static int index_of(const Triangle& numbers, int wanted) {
    return static_cast<int>(std::find(numbers.begin(), numbers.end(), wanted) - numbers.begin());
  }

  /// The triangles (p, a, b) and (q, b, a) become (p, a, q) and (q, b, p).
  void flip(int t, int i, int other, int j) {
    const Triangle here = turned(triangles_[at(t)], i), there = turned(triangles_[at(other)], j);
    const Triangle beyond_here = turned(neighbours_[at(t)], i), beyond_there = turned(neighbours_[at(other)], j);
    const auto [p, a, b] = here;
    const int q = there[0];
    // Triangle (p, a, b) has the sides 1 = (b, p) and 2 = (p, a); triangle (q, b, a) has 1 = (a, q) and 2 = (q, b).
    triangles_[at(t)] = {p, a, q};
    neighbours_[at(t)] = {beyond_there[1], other, beyond_here[2]};
    triangles_[at(other)] = {q, b, p};
    neighbours_[at(other)] = {beyond_here[1], t, beyond_there[2]};
    replace_neighbour(beyond_there[1], other, t);
    replace_neighbour(beyond_here[1], t, other);
    for (const int side : {0, 2}) {
      suspects_.push_back({t, side});
      suspects_.push_back({other, side});
    }
  }

  static Triangle turned(const Triangle& x, int first) {
    return {x[at(first)], x[at((first + 1) % 3)], x[at((first + 2) % 3)]};
  }
  void replace_neighbour(int triangle, int old, int fresh) {
    if (triangle < 0) return;
    Triangle& neighbours = neighbours_[at(triangle)];
    neighbours[at(index_of(neighbours, old))] = fresh;
  }

  std::vector<Vector2d> points_;
  std::vector<Triangle> triangles_;
  std::vector<Triangle> neighbours_;  ///< across the edge opposite to each corner; -1: none
  std::vector<Suspect> suspects_;
};

std::vector<Triangle> neighbours_of(const MeshTopology& topology) {
  std::vector<Triangle> neighbours;
  for (int t = 0; t < static_cast<int>(topology.triangle_edges.size()); ++t) {
    neighbours.push_back({topology.neighbour(t, 0), topology.neighbour(t, 1), topology.neighbour(t, 2)});
  }
  return neighbours;
}

/// Times a power of two, so that products neither overflow nor vanish and no bit is lost.
std::vector<Vector2d> scaled_to_one(std::vector<Vector2d> points) {
  double largest = 0;
  for (const Vector2d& x : points) largest = std::max(largest, x.cwiseAbs().maxCoeff());
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  for (Vector2d& x : points) x = {std::scalbn(x[0], -exponent), std::scalbn(x[1], -exponent)};
  return points;
}

std::vector<int> in_order_of_x(const std::vector<Vector2d>& points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](int i) { return std::pair(points[at(i)][0], points[at(i)][1]); };
  std::sort(order.begin(), order.end(), [&](int i, int j) { return std::pair(key(i), i) < std::pair(key(j), j); });
  const auto twice = std::adjacent_find(order.begin(), order.end(), [&](int i, int j) { return key(i) == key(j); });
  if (twice != order.end()) {
    throw UserError(fmt::format("points {} and {} of a mesh (counted from 0) are the same", twice[0], twice[1]));
  }
  return order;
}

/// Some triangulation of the convex hull: points come from left to right, and each is joined to all edges of the hull
/// so far that it sees. Those are at the ends of the lower and of the upper half of the hull.
std::vector<Triangle> swept(const std::vector<Vector2d>& points) {
  std::vector<Triangle> triangles;
  std::vector<int> lower, upper;
  const auto join = [&](std::vector<int>& chain, int p, int seen) {
    while (chain.size() >= 2) {
      const int a = chain[chain.size() - 2], b = chain.back();
      if (orientation(points[at(a)], points[at(b)], points[at(p)]) != seen) break;
      triangles.push_back(seen > 0 ? Triangle{a, b, p} : Triangle{b, a, p});
      chain.pop_back();
    }
    chain.push_back(p);
  };
  for (const int p : in_order_of_x(points)) {
    join(lower, p, -1);
    join(upper, p, 1);
  }
  return triangles;
}

/// Takes away flat triangles from the boundary inwards. Flat Delaunay triangles are nowhere else.
void peel(TriangleMesh& mesh) {
  const auto flat = [&mesh](const Triangle& t) {
    return is_flat(mesh.points[at(t[0])], mesh.points[at(t[1])], mesh.points[at(t[2])]);
  };
  while (std::any_of(mesh.triangles.begin(), mesh.triangles.end(), flat)) {
    const MeshTopology topology = mesh_topology(mesh);
    std::vector<Triangle> kept;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      const bool outer = std::min({topology.neighbour(t, 0), topology.neighbour(t, 1), topology.neighbour(t, 2)}) < 0;
      if (!outer || !flat(mesh.triangles[at(t)])) kept.push_back(mesh.triangles[at(t)]);
    }
    if (kept.size() == mesh.triangles.size()) return;
    mesh.triangles = std::move(kept);
  }
}

void require_all_used(const TriangleMesh& mesh) {
  std::vector<bool> used(mesh.points.size(), false);
  for (const Triangle& triangle : mesh.triangles) {
    for (const int point : triangle) used[at(point)] = true;
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused == used.end()) return;
  throw UserError(
      fmt::format("point {} (counted from 0) is in no triangle that is not flat: the points lie on one line",
                  unused - used.begin()));
}

std::vector<Vector2d> in_plane(const TriangleMesh& mesh) {
  std::vector<Vector2d> points;
  for (const Vector3d& x : mesh.points) points.emplace_back(x[0], x[1]);
  return scaled_to_one(std::move(points));
}

}  // namespace

TriangleMesh delaunay_mesh(std::span<const Vector2d> points) {
  TriangleMesh mesh;
  for (const Vector2d& x : points) {
    if (!x.allFinite()) throw UserError(fmt::format("a point of a mesh is at {}, {}, not a finite place", x[0], x[1]));
    mesh.points.emplace_back(x[0], x[1], 0);
  }
  mesh.triangles = swept(in_plane(mesh));
  mesh.triangles = Flipper(in_plane(mesh), mesh.triangles, neighbours_of(mesh_topology(mesh))).flip_all();
  peel(mesh);
  require_all_used(mesh);
  check(mesh);
  return mesh;
}

TriangleMesh flipped_to_delaunay(TriangleMesh mesh) {
  check(mesh);
  std::vector<Vector2d> points = in_plane(mesh);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    if (orientation(points[at(a)], points[at(b)], points[at(c)]) <= 0) {
      throw UserError(fmt::format("triangle {} (counted from 0) does not run counter-clockwise in the x-y plane", t));
    }
  }
  mesh.triangles = Flipper(std::move(points), mesh.triangles, neighbours_of(mesh_topology(mesh))).flip_all();
  return mesh;
}

}  // namespace plumb
