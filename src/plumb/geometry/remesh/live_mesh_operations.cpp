// Split, flip and collapse of a LiveMesh.

#include <algorithm>
#include <iterator>
#include <utility>

#include <Eigen/Geometry>

#include <plumb/geometry/remesh/live_mesh.h>

namespace plumb {
namespace {

std::uint64_t mixed(std::uint64_t x) {
  // The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the result depends on every bit of x.
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

int LiveMesh::new_point(int a, int b) {
  rest_.push_back(0.5 * (rest(a) + rest(b)));
  names_.push_back(new_name(a, b));
  corner_.push_back(-1);
  return n_point_slots() - 1;
}

/// A name made of those of the ends, whichever comes first. In the unlikely case that it is in use, it is mixed again.
std::uint64_t LiveMesh::new_name(int a, int b) {
  if (names_in_use_.empty()) names_in_use_.insert(names_.begin(), names_.end());
  const auto [low, high] = std::minmax(names_[at(a)], names_[at(b)]);
  std::uint64_t name = mixed(mixed(low) + high);
  while (!names_in_use_.insert(name).second) name = mixed(name);
  return name;
}

/// Cuts a triangle (p, a, b) at the middle of its edge (a, b) into (p, a, middle), which takes its place, and
/// (p, middle, b); returns the new one's corner at p.
int LiveMesh::cut(int edge, int middle) {
  const int p = point(edge), b = to(edge), fresh = static_cast<int>(points_.size());
  points_.insert(points_.end(), {p, middle, b});
  across_.insert(across_.end(), 3, -1);
  creases_.insert(creases_.end(), 3, 0);
  whole_.insert(whole_.end(), 3, 0);
  points_[at(previous(edge))] = middle;
  // The edge (b, p) now belongs to the new triangle.
  join(fresh + 1, across(next(edge)));
  copy_marks(fresh + 1, next(edge));
  join(fresh + 2, next(edge));
  clear_marks(next(edge));
  copy_marks(fresh, edge);
  corner_[at(b)] = fresh + 2;
  corner_[at(middle)] = fresh + 1;
  return fresh;
}

int LiveMesh::split(int edge) {
  const int other = across(edge), middle = new_point(from(edge), to(edge));
  history_.begin_step(RemeshKind::split, middle, from(edge), to(edge));
  const auto halve = [&](int side) {
    if (side < 0) return -1;
    history_.begin_patch();
    history_.add_before(facet(side / 3));
    const int half = cut(side, middle);
    history_.add_after(facet(side / 3));
    history_.add_after(facet(half / 3));
    return half;
  };
  const int half = halve(edge), other_half = halve(other);
  join(edge, other_half);
  join(half, other);
  return middle;
}

/// The triangles (p, a, b) and (q, b, a) become (p, a, q) and (q, b, p).
void LiveMesh::flip(int edge) {
  const int other = across(edge);
  const int p = point(edge), q = point(other), a = from(edge), b = to(edge);
  history_.begin_step(RemeshKind::flip, -1, a, b);
  history_.begin_patch();
  for (const int t : {edge / 3, other / 3}) history_.add_before(facet(t));
  points_[at(previous(edge))] = q;
  points_[at(previous(other))] = p;
  for (const int t : {edge / 3, other / 3}) history_.add_after(facet(t));

  const int beyond_edge = across(next(edge)), beyond_other = across(next(other));
  join(edge, beyond_other);
  join(other, beyond_edge);
  copy_marks(edge, next(other));
  copy_marks(other, next(edge));
  join(next(edge), next(other));
  clear_marks(next(edge));
  clear_marks(next(other));
  corner_[at(a)] = next(edge);
  corner_[at(b)] = next(other);
  corner_[at(p)] = edge;
  corner_[at(q)] = other;
}

/// Closes the gap that a vanishing triangle leaves between its edges `gone`, at the removed point, and `stays`.
void LiveMesh::close(int gone, int stays, int third) {
  const int a = across(gone), b = across(stays);
  const bool crease = is_crease(gone) || is_crease(stays), whole = stays_whole(stays);
  join(a, b);
  for (const int side : {a, b}) {
    if (side < 0) continue;
    creases_[at(side)] = crease;
    whole_[at(side)] = whole;
    corner_[at(third)] = point(next(side)) == third ? next(side) : previous(side);
  }
}

void LiveMesh::collapse(int removed, int kept, const std::vector<int>& fan) {
  record_collapse(removed, kept, fan);
  for (const int corner : fan) {
    if (from(corner) == kept) {
      close(next(corner), corner, to(corner));
    } else if (to(corner) == kept) {
      close(previous(corner), corner, from(corner));
    } else {
      points_[at(corner)] = kept;
      corner_[at(kept)] = corner;
    }
  }
  for (const int corner : fan) {
    if (point(corner) == removed) std::fill_n(points_.begin() + corner / 3 * 3, 3, -1);
  }
  corner_[at(removed)] = -1;
}

/// Creases at the removed point cut its fan into patches, each of which is covered anew for itself.
void LiveMesh::record_collapse(int removed, int kept, std::vector<int> fan) {
  const auto follows_crease = [&](int corner) { return is_crease(previous(corner)); };
  const auto start = std::find_if(fan.begin(), fan.end(), follows_crease);
  if (start != fan.end()) std::rotate(fan.begin(), start, fan.end());
  history_.begin_step(RemeshKind::collapse, removed, kept, -1);
  for (auto first = fan.begin(); first != fan.end();) {
    const auto last = std::find_if(std::next(first), fan.end(), follows_crease);
    history_.begin_patch();
    std::for_each(first, last, [&](int corner) { history_.add_before(facet(corner / 3)); });
    for (; first != last; ++first) {
      if (from(*first) == kept || to(*first) == kept) continue;
      points_[at(*first)] = kept;
      history_.add_after(facet(*first / 3));
      points_[at(*first)] = removed;
    }
  }
}

Facet LiveMesh::facet(int t) const {
  const int a = points_[at(3 * t)], b = points_[at(3 * t + 1)], c = points_[at(3 * t + 2)];
  return {t, {a, b, c}, 0.5 * (rest(b) - rest(a)).cross(rest(c) - rest(a)).norm()};
}

}  // namespace plumb
