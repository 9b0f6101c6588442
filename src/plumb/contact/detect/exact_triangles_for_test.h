#pragma once

// Does a surface of triangles run through itself? Decided exactly, for positions as they are.

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <plumb/contact/detect/exact_numbers_for_test.h>

namespace plumb::exact {

using Point = std::array<Whole, 3>;

inline Point whole_point(const Eigen::Vector3d& x, int shift) {
  return {scaled(x[0], shift), scaled(x[1], shift), scaled(x[2], shift)};
}

/// The sign of the volume of the tetrahedron abcd.
inline int side(const Point& a, const Point& b, const Point& c, const Point& d) {
  std::array<Point, 3> e;
  for (std::size_t i = 0; i < 3; ++i) e[0][i] = b[i] - a[i], e[1][i] = c[i] - a[i], e[2][i] = d[i] - a[i];
  const Whole volume = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                       e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                       e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
  return volume.sign();
}

/// Does the segment pq run through the inside of the triangle abc, from one side to the other?
inline bool runs_through(const Eigen::Vector3d& p, const Eigen::Vector3d& q, const Eigen::Vector3d& a,
                         const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  for (int i = 0; i < 3; ++i) {
    if (std::max(p[i], q[i]) < std::min({a[i], b[i], c[i]}) || std::min(p[i], q[i]) > std::max({a[i], b[i], c[i]})) {
      return false;
    }
  }
  const std::vector<Eigen::Vector3d> all{p, q, a, b, c};
  const int shift = shift_for(all);
  std::array<Point, 5> x;
  for (std::size_t i = 0; i < 5; ++i) x[i] = whole_point(all[i], shift);
  if (side(x[2], x[3], x[4], x[0]) * side(x[2], x[3], x[4], x[1]) >= 0) return false;
  const int first = side(x[0], x[1], x[2], x[3]);
  return first != 0 && side(x[0], x[1], x[3], x[4]) == first && side(x[0], x[1], x[4], x[2]) == first;
}

/// Counts the pairs of an edge and a triangle without a common corner that run through each other.
inline int count_crossings(std::span<const Eigen::Vector3d> x, std::span<const std::array<int, 3>> triangles) {
  int n = 0;
  for (const auto& t : triangles) {
    for (const auto& other : triangles) {
      for (std::size_t i = 0; i < 3; ++i) {
        const int p = other[i], q = other[(i + 1) % 3];
        if (std::find(t.begin(), t.end(), p) != t.end() || std::find(t.begin(), t.end(), q) != t.end()) continue;
        const auto at = [&](int k) { return x[static_cast<std::size_t>(k)]; };
        n += runs_through(at(p), at(q), at(t[0]), at(t[1]), at(t[2]));
      }
    }
  }
  return n;
}

}  // namespace plumb::exact
