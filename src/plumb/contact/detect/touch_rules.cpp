#include <plumb/contact/detect/touch_rules.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <numbers>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// m: gaps nearer to each other than this are equal; what is left of their difference is rounding.
constexpr double kSame = 1e-12;
/// The sine of the slant up to which both ends of a slanted edge are kept, and the same where a rim is nearest.
constexpr double kSlant = 0.5, kSlantAtRim = 0.02;
/// Below this part of a step, a distance has no direction.
constexpr double kNoDistance = 1e-12;

bool has(const std::array<int, 3>& corners, int point) {
  return corners[0] == point || corners[1] == point || corners[2] == point;
}
bool share(const std::array<int, 2>& a, const std::array<int, 2>& b) {
  return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

/// The order of pairs that see the same rim: the smallest has the contact. Gaps are compared on a grid, so that the order
/// is transitive and somebody always wins.
struct Rank {
  double gap = 0;     ///< in steps of kSame
  int forbidden = 0;  ///< 1: may not touch at all, and wins only by being nearer
  int on_rim = 0;     ///< corners that play no part
  std::array<int, 2> number{};
  auto operator<=>(const Rank&) const = default;
};

int unused(const Feature& f, const std::array<double, 3>& weights) {
  int n = 0;
  for (int i = 0; i < f.n; ++i) n += weights[i] > 0 ? 0 : 1;
  return n;
}

double on_grid(double gap) { return std::round(gap / kSame); }

/// Does the step from x to `there` approach `other`, steeper than the sine `slant`?
bool approaches(const Vector3d& x, const Vector3d& there, const Vector3d& other, double slant) {
  const Vector3d step = there - x, way = other - x;
  const double distance = way.norm(), length = step.norm();
  return distance > kNoDistance * length && step.dot(way) > slant * length * distance;
}

double volume(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  return (b - a).cross(c - a).dot(d - a);
}

/// Does a segment run through a triangle, clearly?
bool pierces(const Vector3d& from, const Vector3d& to, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  constexpr double kRounding = 1e-10;
  const double noise = kRounding * (b - a).cross(c - a).norm() * (to - from).norm();
  const double before = volume(a, b, c, from), after = volume(a, b, c, to);
  if (!(std::min(before, after) < -noise && std::max(before, after) > noise)) return false;
  const double ab = volume(from, to, a, b), bc = volume(from, to, b, c), ca = volume(from, to, c, a);
  return std::min({ab, bc, ca}) > noise || std::max({ab, bc, ca}) < -noise;
}

/// Does the surface come nearer to a triangle along an edge from a point, so that the touch is there? An edge that ends
/// behind the inside of the triangle, or runs through it, shows no better place.
bool point_approaches(const PartsNow& now, int point, const Feature& triangle, const Measured& m) {
  const Vector3d& x = now.x[point];
  const bool inside = m.b[0] > 0 && m.b[1] > 0 && m.b[2] > 0;
  for (const int e : now.parts->edges_at[point]) {
    const auto& ends = now.parts->edges[e];
    const Vector3d& there = now.x[ends[0] == point ? ends[1] : ends[0]];
    if (!approaches(x, there, m.on_b, inside ? kSlant : kSlantAtRim)) continue;
    constexpr double kBehind = 1.1;
    const bool through = inside ? (there - x).dot(m.on_b - x) > kBehind * m.distance * m.distance
                                : pierces(x, there, triangle.x[0], triangle.x[1], triangle.x[2]);
    if (!through) return true;
  }
  return false;
}

/// The same for an end of an edge that is nearest to `other`, on another edge.
bool end_approaches(const PartsNow& now, int point, const Vector3d& other) {
  for (const int e : now.parts->edges_at[point]) {
    const auto& ends = now.parts->edges[e];
    if (approaches(now.x[point], now.x[ends[0] == point ? ends[1] : ends[0]], other, kSlantAtRim)) return true;
  }
  return false;
}

/// From a place on an edge into the triangles beside it, towards `other` on another edge. Parallel edges have no normal
/// of their own: they are rims.
bool edge_approaches(const PartsNow& now, int edge, const Vector3d& place, const Vector3d& other, const Feature& b) {
  constexpr double kParallel = 0.1;
  const auto& ends = now.parts->edges[edge];
  const Vector3d u = now.x[ends[1]] - now.x[ends[0]], v = b.x[1] - b.x[0];
  const bool parallel = u.cross(v).norm() < kParallel * u.norm() * v.norm();
  for (const int t : now.parts->triangles_beside[edge]) {
    const auto& corners = now.parts->triangles[t];
    for (const int corner : corners) {
      if (corner == ends[0] || corner == ends[1]) continue;
      if (approaches(place, now.x[corner], other, parallel ? kSlantAtRim : kSlant) &&
          !pierces(b.x[0], b.x[1], now.x[corners[0]], now.x[corners[1]], now.x[corners[2]])) {
        return true;
      }
    }
  }
  return false;
}

/// Are the nearer ends of two edges less than `limit` apart along the edges of the body?
bool near_along(const PartsNow& now, int a, int b, double limit) {
  struct Reached {
    int point;
    double way;
  };
  const auto& goal = now.parts->edges[b];
  std::vector<Reached> reached{{now.parts->edges[a][0], 0}, {now.parts->edges[a][1], 0}};
  // Ways are corrected when a shorter one is found, until nothing changes: there are few points within the limit.
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Reached from = reached[i];
    if (from.point == goal[0] || from.point == goal[1]) return true;
    for (const int e : now.parts->edges_at[from.point]) {
      const auto& ends = now.parts->edges[e];
      const int to = ends[0] == from.point ? ends[1] : ends[0];
      const double way = from.way + (now.x[to] - now.x[from.point]).norm();
      if (!(way < limit)) continue;
      const auto known = [&](const Reached& r) { return r.point == to && r.way <= way; };
      if (std::none_of(reached.begin(), reached.end(), known)) reached.push_back({to, way});
    }
  }
  return false;
}

bool is_rod(const PartsNow& now, int edge) { return now.parts->triangles_beside[edge].empty(); }

bool may_touch(const TwoEdges& owners, int a, int b) {
  if (owners.of_a != owners.of_b) return true;
  const PartsNow& now = *owners.of_a;
  const auto &ends_a = now.parts->edges[a], &ends_b = now.parts->edges[b];
  if (share(ends_a, ends_b)) return false;
  if (!is_rod(now, a) || !is_rod(now, b)) return true;
  const double thickness =
      std::max(now.radius[ends_a[0]], now.radius[ends_a[1]]) + std::max(now.radius[ends_b[0]], now.radius[ends_b[1]]);
  return !near_along(now, a, b, 0.5 * std::numbers::pi * thickness);
}

/// Is another triangle around the same rim the one that has the contact?
bool beaten(const PointAndTriangle& owners, int point, int triangle, const Feature& p, const Measured& m) {
  const PartsNow& now = *owners.of_triangle;
  const auto& corners = now.parts->triangles[triangle];
  std::array<int, 3> rim{};
  int n_rim = 0;
  for (int i = 0; i < 3; ++i) {
    if (m.b[i] > 0) rim[n_rim++] = corners[i];
  }
  if (n_rim == 3) return false;
  const Rank own{on_grid(m.gap), 0, 3 - n_rim, {triangle, 0}};
  for (const int t : now.parts->triangles_at[rim[0]]) {
    if (t == triangle || (n_rim == 2 && !has(now.parts->triangles[t], rim[1]))) continue;
    const Feature other = triangle_feature(now, t);
    const Measured theirs = measure(p, other);
    const bool forbidden = owners.of_point == owners.of_triangle && has(now.parts->triangles[t], point);
    if (Rank{on_grid(theirs.gap), forbidden ? 1 : 0, unused(other, theirs.b), {t, 0}} < own) return true;
  }
  return false;
}

/// Is another pair of edges around the same ends the one that has the contact?
bool beaten(const TwoEdges& owners, int a, int b, std::optional<int> end_a, std::optional<int> end_b,
            const Measured& m) {
  const PartsNow &of_a = *owners.of_a, &of_b = *owners.of_b;
  const auto others = [](const PartsNow& now, int edge, std::optional<int> end) {
    std::vector<int> all{edge};
    if (end) all.assign(now.parts->edges_at[*end].begin(), now.parts->edges_at[*end].end());
    return all;
  };
  const Rank own{on_grid(m.gap), 0, (end_a ? 1 : 0) + (end_b ? 1 : 0), {a, b}};
  for (const int i : others(of_a, a, end_a)) {
    for (const int j : others(of_b, b, end_b)) {
      if (i == a && j == b) continue;
      const Feature fa = edge_feature(of_a, i), fb = edge_feature(of_b, j);
      const Measured theirs = measure(fa, fb);
      const double gap = on_grid(theirs.gap);
      if (gap > own.gap) continue;
      const bool forbidden = !may_touch(owners, i, j);
      if (Rank{gap, forbidden ? 1 : 0, unused(fa, theirs.a) + unused(fb, theirs.b), {i, j}} < own) return true;
    }
  }
  return false;
}

/// The end of an edge that alone has a weight.
std::optional<int> end_of(const PartsNow& now, int edge, const std::array<double, 3>& weights) {
  const auto& ends = now.parts->edges[edge];
  if (!(weights[1] > 0)) return ends[0];
  if (!(weights[0] > 0)) return ends[1];
  return {};
}

}  // namespace

Feature point_feature(const PartsNow& now, int point) { return {1, {now.x[point]}, {now.radius[point]}}; }

Feature edge_feature(const PartsNow& now, int edge) {
  const auto& e = now.parts->edges[edge];
  return {2, {now.x[e[0]], now.x[e[1]]}, {now.radius[e[0]], now.radius[e[1]]}};
}

Feature triangle_feature(const PartsNow& now, int triangle) {
  const auto& t = now.parts->triangles[triangle];
  return {3, {now.x[t[0]], now.x[t[1]], now.x[t[2]]}, {now.radius[t[0]], now.radius[t[1]], now.radius[t[2]]}};
}

std::optional<Measured> touch(const PointAndTriangle& owners, int point, int triangle, double margin) {
  const PartsNow &of_point = *owners.of_point, &of_triangle = *owners.of_triangle;
  const bool same = owners.of_point == owners.of_triangle;
  const auto& corners = of_triangle.parts->triangles[triangle];
  if (same && has(corners, point)) return {};
  const Feature p = point_feature(of_point, point);
  const Feature face = triangle_feature(of_triangle, triangle);
  Measured m = measure(p, face);
  if (!(m.gap < margin)) return {};
  if (beaten(owners, point, triangle, p, m)) return {};
  for (int i = 0; i < 3; ++i) {
    if (!(m.b[i] == 1) || of_point.parts->triangles_at[point].empty()) continue;
    if (owners.corners == Corners::triangle_first) return {};
    if (owners.corners == Corners::lower_number_first && corners[i] < point) return {};
  }
  if (point_approaches(of_point, point, face, m)) return {};
  return m;
}

std::optional<Measured> touch(const TwoEdges& owners, int a, int b, double margin) {
  const PartsNow &of_a = *owners.of_a, &of_b = *owners.of_b;
  if (owners.of_a == owners.of_b && share(of_a.parts->edges[a], of_b.parts->edges[b])) return {};
  const Feature fa = edge_feature(of_a, a), fb = edge_feature(of_b, b);
  Measured m = measure(fa, fb);
  if (!(m.gap < margin) || !may_touch(owners, a, b)) return {};

  const std::optional<int> end_a = end_of(of_a, a, m.a), end_b = end_of(of_b, b, m.b);
  if (end_a && end_b) {
    if (!of_a.parts->triangles_at[*end_a].empty() || !of_b.parts->triangles_at[*end_b].empty()) return {};
  } else if ((end_a && !is_rod(of_b, b)) || (end_b && !is_rod(of_a, a))) {
    return {};
  }
  if ((end_a || end_b) && beaten(owners, a, b, end_a, end_b, m)) return {};
  if (end_a ? end_approaches(of_a, *end_a, m.on_b) : edge_approaches(of_a, a, m.on_a, m.on_b, fb)) return {};
  if (end_b ? end_approaches(of_b, *end_b, m.on_a) : edge_approaches(of_b, b, m.on_b, m.on_a, fa)) return {};
  return m;
}

}  // namespace plumb
