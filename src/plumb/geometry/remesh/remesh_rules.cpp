#include <plumb/geometry/remesh/remesh_rules.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>

#include <plumb/geometry/remesh/sizing_field.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Points whose distance from a line is below this part of the coordinates are on it; rounding moves them by 1e-16.
constexpr double kStraight = 1e-13;
/// Flips must gain more than this. The metric changes from edge to edge, and flips for less could go round in circles.
constexpr double kFlipMargin = 1e-3;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

RemeshRules::RemeshRules(const LiveMesh& mesh, const std::vector<Matrix3d>& sizing, const std::vector<bool>& kept,
                         const RemeshOptions& options)
    : mesh_(mesh),
      sizing_(sizing),
      kept_(kept),
      aspect_min_(options.aspect_min),
      longest_after_collapse_((1 - options.hysteresis) * (1 - options.hysteresis)) {}

double RemeshRules::squared_size(int a, int b) const {
  return plumb::squared_size(mesh_.rest(b) - mesh_.rest(a), sizing_[at(a)], sizing_[at(b)]);
}

double RemeshRules::aspect(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& normal) const {
  const double perimeter = (b - a).norm() + (c - b).norm() + (a - c).norm();
  const double area = 0.5 * (b - a).cross(c - a).dot(normal) / normal.norm();
  return 12 * std::sqrt(3.0) * area / (perimeter * perimeter);
}

bool RemeshRules::should_split(int edge) const {
  if (mesh_.stays_whole(edge) || squared_size(edge) <= 1) return false;
  const int other = mesh_.across(edge);
  return halves_are_sound(edge) && (other < 0 || halves_are_sound(other));
}

bool RemeshRules::halves_are_sound(int edge) const {
  const Vector3d &p = mesh_.rest(mesh_.point(edge)), &a = mesh_.rest(mesh_.from(edge)), &b = mesh_.rest(mesh_.to(edge));
  const Vector3d middle = 0.5 * (a + b), normal = (a - p).cross(b - p);
  if (std::min(aspect(p, a, middle, normal), aspect(p, middle, b, normal)) >= aspect_min_ / 4) return true;
  return (b - a).squaredNorm() >= std::max((a - p).squaredNorm(), (b - p).squaredNorm());
}

bool RemeshRules::should_flip(int edge) const {
  const int other = mesh_.across(edge);
  if (other < 0 || mesh_.is_crease(edge)) return false;
  const std::array<int, 4> points{mesh_.point(edge), mesh_.point(other), mesh_.from(edge), mesh_.to(edge)};
  const auto [p, q, a, b] = points;
  const Matrix3d metric = sizing_[at(p)] + sizing_[at(q)] + sizing_[at(a)] + sizing_[at(b)];
  const Vector3d pa = mesh_.rest(a) - mesh_.rest(p), pb = mesh_.rest(b) - mesh_.rest(p);
  const Vector3d qa = mesh_.rest(a) - mesh_.rest(q), qb = mesh_.rest(b) - mesh_.rest(q);
  const Vector3d normal = pa.cross(pb) + qb.cross(qa);

  const Vector3d metric_pb = metric * pb, metric_qb = metric * qb;
  const double cross_p = pa.cross(pb).dot(normal), cross_q = qb.cross(qa).dot(normal);
  const double dot_p = pa.dot(metric_pb), dot_q = qa.dot(metric_qb);
  const double lengths_p = std::sqrt(pa.dot(metric * pa) * pb.dot(metric_pb));
  const double lengths_q = std::sqrt(qa.dot(metric * qa) * qb.dot(metric_qb));
  const double gain = -(cross_p * dot_q + cross_q * dot_p);
  if (!(gain > kFlipMargin * (cross_p * lengths_q + cross_q * lengths_p))) return false;

  if (squared_size(p, q) > std::max(1.0, squared_size(a, b))) return false;
  const auto worse = [&](int i, int j, int k, int l, int m, int n) {
    return std::min(aspect(mesh_.rest(i), mesh_.rest(j), mesh_.rest(k), normal),
                    aspect(mesh_.rest(l), mesh_.rest(m), mesh_.rest(n), normal));
  };
  return worse(p, a, q, q, b, p) >= std::min(aspect_min_ / 4, worse(p, a, b, q, b, a)) && mesh_.find_edge(p, q) < 0;
}

bool RemeshRules::may_collapse(int removed, int into, const std::vector<int>& fan) const {
  return !kept_[at(removed)] && edges_stay_short(into, fan) && crease_allows(removed, into, fan) &&
         triangles_stay_sound(into, fan) && stays_a_surface(into, fan);
}

/// The edges to the third corners of the triangles that vanish are there already.
bool RemeshRules::edges_stay_short(int into, const std::vector<int>& fan) const {
  const auto is_short = [&](int end) { return squared_size(into, end) < longest_after_collapse_; };
  for (std::size_t i = 0; i < fan.size(); ++i) {
    const int end = mesh_.from(fan[i]), before = fan[i == 0 ? fan.size() - 1 : i - 1];
    const bool old = end == into || mesh_.to(fan[i]) == into || (mesh_.to(before) == end && mesh_.from(before) == into);
    if (!old && !is_short(end)) return false;
  }
  const int last = mesh_.to(fan.back());
  const bool on_boundary = mesh_.across(LiveMesh::next(fan.back())) < 0;
  return !on_boundary || last == into || mesh_.from(fan.back()) == into || is_short(last);
}

bool RemeshRules::may_be_collapsed_into(int edge, int into) const {
  const int other = mesh_.across(edge);
  for (const auto& [side, opposite] : {std::pair(edge, other), {other, edge}}) {
    if (side < 0) continue;
    const int beyond = mesh_.across(mesh_.from(side) == into ? LiveMesh::next(side) : LiveMesh::previous(side));
    if (beyond < 0 || (opposite >= 0 && mesh_.point(beyond) == mesh_.point(opposite))) continue;
    if (!(squared_size(into, mesh_.point(beyond)) < longest_after_collapse_)) return false;
  }
  return true;
}

bool RemeshRules::crease_allows(int removed, int into, const std::vector<int>& fan) const {
  std::array<int, 2> ends{};
  std::size_t n = 0;
  const auto crease_ends_at = [&](int end) {
    if (n < 2) ends[n] = end;
    ++n;
  };
  for (const int corner : fan) {
    if (mesh_.is_crease(LiveMesh::previous(corner))) crease_ends_at(mesh_.from(corner));
  }
  if (mesh_.across(LiveMesh::next(fan.back())) < 0) crease_ends_at(mesh_.to(fan.back()));
  if (n == 0) return true;
  if (n != 2 || (ends[0] != into && ends[1] != into)) return false;
  const Vector3d u = mesh_.rest(ends[0]) - mesh_.rest(removed), v = mesh_.rest(ends[1]) - mesh_.rest(removed);
  return u.dot(v) < 0 && u.cross(v).norm() <= kStraight * mesh_.extent() * (u - v).norm();
}

/// The two points are neighbours of a third one only across the triangles that vanish.
bool RemeshRules::stays_a_surface(int into, const std::vector<int>& fan) const {
  std::vector<int> around_into;
  mesh_.fan(into, around_into);
  const auto is_neighbour = [&](int point) {
    return std::any_of(around_into.begin(), around_into.end(),
                       [&](int corner) { return mesh_.from(corner) == point || mesh_.to(corner) == point; });
  };
  int shared = 0, vanishing = 0;
  for (const int corner : fan) {
    vanishing += mesh_.from(corner) == into || mesh_.to(corner) == into;
    shared += mesh_.from(corner) != into && is_neighbour(mesh_.from(corner));
  }
  const bool boundary = mesh_.across(LiveMesh::next(fan.back())) < 0;
  const int last = mesh_.to(fan.back());
  if (boundary) shared += last != into && is_neighbour(last);
  return shared == vanishing;
}

bool RemeshRules::triangles_stay_sound(int into, const std::vector<int>& fan) const {
  const Vector3d& there = mesh_.rest(into);
  return std::all_of(fan.begin(), fan.end(), [&](int corner) {
    const int a = mesh_.from(corner), b = mesh_.to(corner);
    if (a == into || b == into) return true;
    const Vector3d &x = mesh_.rest(mesh_.point(corner)), &y = mesh_.rest(a), &z = mesh_.rest(b);
    return aspect(there, y, z, (y - x).cross(z - x)) >= aspect_min_;
  });
}

}  // namespace plumb
