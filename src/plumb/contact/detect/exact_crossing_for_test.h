#pragma once

// Exact answers to: do a point and a triangle, or two edges, that move straight have a point in common at some instant
// of [0, 1]? All degenerate cases are decided: no area, no length, parallel, collinear, in one plane throughout.

#include <vector>

#include <plumb/contact/detect/exact_numbers_for_test.h>
#include <plumb/contact/detect/may_meet.h>

namespace plumb::exact {

inline bool vanishes(Root& t, const Vector& v) {
  return t.sign_of(v[0]) == 0 && t.sign_of(v[1]) == 0 && t.sign_of(v[2]) == 0;
}

/// Is p on the segment ab at the instant t?
inline bool on_segment(Root& t, const Vector& p, const Vector& a, const Vector& b) {
  const Vector ab = b - a, ap = p - a;
  if (vanishes(t, ab)) return vanishes(t, ap);
  return vanishes(t, cross(ab, ap)) && t.sign_of(dot(ab, ap)) >= 0 && t.sign_of(dot(ab, b - p)) >= 0;
}

/// Is p in the triangle abc at an instant at which all four are in one plane?
inline bool in_triangle(Root& t, const Vector& p, const Vector& a, const Vector& b, const Vector& c) {
  const Vector n = cross(b - a, c - a);
  if (vanishes(t, n)) return on_segment(t, p, a, b) || on_segment(t, p, b, c) || on_segment(t, p, c, a);
  return t.sign_of(dot(cross(b - a, p - a), n)) >= 0 && t.sign_of(dot(cross(c - b, p - b), n)) >= 0 &&
         t.sign_of(dot(cross(a - c, p - c), n)) >= 0;
}

/// Have the segments ab and cd a point in common at an instant at which all four ends are in one plane?
inline bool segments_meet(Root& t, const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  const Vector u = b - a, v = d - c, w = c - a, n = cross(u, v);
  if (vanishes(t, n)) {
    return on_segment(t, a, c, d) || on_segment(t, b, c, d) || on_segment(t, c, a, b) || on_segment(t, d, a, b);
  }
  const Polynomial nn = dot(n, n), s = dot(cross(w, v), n), r = dot(cross(w, u), n);
  return t.sign_of(s) >= 0 && t.sign_of(nn - s) >= 0 && t.sign_of(r) >= 0 && t.sign_of(nn - r) >= 0;
}

/// The instant zero.
inline Root start() { return Root(Polynomial{0, 1}, 0, 0, 0); }

/// Is p on the segment ab at some instant?
inline bool ever_on_segment(const Vector& p, const Vector& a, const Vector& b) {
  const auto at_roots = [&](const Polynomial& q) {
    for (Root& t : roots(q)) {
      if (on_segment(t, p, a, b)) return true;
    }
    return false;
  };
  Root zero = start();
  if (on_segment(zero, p, a, b)) return true;
  const Vector off = cross(b - a, p - a);
  for (const Polynomial& q : off) {
    if (!q.is_zero()) return at_roots(q);
  }
  // On one line throughout: p comes into the segment at one of its ends.
  for (const Vector& end : {a, b}) {
    const Vector way = p - end;
    for (const Polynomial& q : way) {
      if (!q.is_zero() && at_roots(q)) return true;
    }
    if (is_zero(way)) return true;
  }
  return false;
}

inline std::vector<Eigen::Vector3d> all_points(const MovingFeature& a, const MovingFeature& b) {
  std::vector<Eigen::Vector3d> all;
  for (const MovingFeature* f : {&a, &b}) {
    for (int i = 0; i < f->n; ++i) {
      all.push_back(f->from[i]);
      all.push_back(f->to[i]);
    }
  }
  return all;
}

/// A point and a triangle, or two edges.
inline bool meet(const MovingFeature& a, const MovingFeature& b) {
  if (a.n == 3) return meet(b, a);
  const int shift = shift_for(all_points(a, b));
  const auto corner = [&](const MovingFeature& f, int i) { return moving_point(f.from[i], f.to[i], shift); };
  if (a.n == 1) {
    const Vector p = corner(a, 0), c0 = corner(b, 0), c1 = corner(b, 1), c2 = corner(b, 2);
    const Polynomial volume = dot(cross(c1 - c0, c2 - c0), p - c0);
    if (!volume.is_zero()) {
      for (Root& t : roots(volume)) {
        if (in_triangle(t, p, c0, c1, c2)) return true;
      }
      return false;
    }
    // In one plane throughout: inside from the start, or p comes in across a side.
    Root zero = start();
    return in_triangle(zero, p, c0, c1, c2) || ever_on_segment(p, c0, c1) || ever_on_segment(p, c1, c2) ||
           ever_on_segment(p, c2, c0);
  }
  const Vector a0 = corner(a, 0), a1 = corner(a, 1), b0 = corner(b, 0), b1 = corner(b, 1);
  const Polynomial volume = dot(cross(a1 - a0, b0 - a0), b1 - a0);
  if (!volume.is_zero()) {
    for (Root& t : roots(volume)) {
      if (segments_meet(t, a0, a1, b0, b1)) return true;
    }
    return false;
  }
  // In one plane throughout: crossed from the start, or an end comes onto the other.
  Root zero = start();
  return segments_meet(zero, a0, a1, b0, b1) || ever_on_segment(a0, b0, b1) || ever_on_segment(a1, b0, b1) ||
         ever_on_segment(b0, a0, a1) || ever_on_segment(b1, a0, a1);
}

}  // namespace plumb::exact
