#include <plumb/world/carry_touches.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace plumb {
namespace {

using TouchKind = ContactKey::Kind;

/// The part of the new surface that takes the place of an old one.
struct Heir {
  int part = 0;
  bool stayed = true;  ///< did all of its corners stay?
};

class Heirs {
 public:
  explicit Heirs(const ChangedSurface& changed)
      : changed_(changed), edges_(by_corners(changed.after.edges)), triangles_(by_corners(changed.after.triangles)) {
    for (const int point : changed.before.points) points_before_.push_back({point});
    for (std::size_t i = 0; i < changed.after.points.size(); ++i) {
      points_.emplace(std::array{changed.after.points[i]}, static_cast<int>(i));
    }
  }

  std::optional<Heir> of_point(int part) const { return of(part, points_before_, points_); }
  std::optional<Heir> of_edge(int part) const { return of(part, changed_.before.edges, edges_); }
  std::optional<Heir> of_triangle(int part) const { return of(part, changed_.before.triangles, triangles_); }

 private:
  template <std::size_t N>
  using Parts = std::vector<std::array<int, N>>;
  /// Parts by the points between which they lie.
  template <std::size_t N>
  using Places = std::map<std::array<int, N>, int>;

  template <std::size_t N>
  static Places<N> by_corners(const Parts<N>& parts) {
    Places<N> places;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::array<int, N> corners = parts[i];
      std::sort(corners.begin(), corners.end());
      places.emplace(corners, static_cast<int>(i));
    }
    return places;
  }

  template <std::size_t N>
  std::optional<Heir> of(int part, const Parts<N>& before, const Places<N>& after) const {
    if (part < 0 || static_cast<std::size_t>(part) >= before.size()) return {};
    std::array<int, N> corners = before[static_cast<std::size_t>(part)];
    bool stayed = true;
    for (int& corner : corners) {
      const Successor& next = changed_.successors[static_cast<std::size_t>(corner)];
      stayed = stayed && next.stayed;
      corner = next.point;
    }
    std::sort(corners.begin(), corners.end());
    const auto found = after.find(corners);
    if (found == after.end()) return {};
    return Heir{found->second, stayed};
  }

  const ChangedSurface& changed_;
  Parts<1> points_before_;
  Places<1> points_;
  Places<2> edges_;
  Places<3> triangles_;
};

std::optional<Heir> heir_of_a(const ContactKey& key, const Heirs& heirs) {
  switch (key.kind) {
    case TouchKind::point_obstacle:
    case TouchKind::point_triangle:
      return heirs.of_point(key.a_part);
    case TouchKind::edge_edge:
    case TouchKind::edge_obstacle:
      return heirs.of_edge(key.a_part);
    case TouchKind::triangle_point:
      return heirs.of_triangle(key.a_part);
  }
  return {};
}

std::optional<Heir> heir_of_b(const ContactKey& key, const Heirs& heirs) {
  return key.kind == TouchKind::edge_edge ? heirs.of_edge(key.b_part) : heirs.of_triangle(key.b_part);
}

/// Returns the touch under its new key; none if one of its features is gone.
std::optional<Touch> renamed(Touch touch, int body, const Heirs& heirs) {
  ContactKey& key = touch.key;
  bool stayed = true;
  if (key.a_body == body) {
    const auto heir = heir_of_a(key, heirs);
    if (!heir) return {};
    key.a_part = heir->part;
    stayed = heir->stayed;
  }
  if (key.b_obstacle == 0 && key.b_owner == body) {
    const auto heir = heir_of_b(key, heirs);
    if (!heir) return {};
    key.b_part = heir->part;
    stayed = stayed && heir->stayed;
  }
  // Side a is the edge with the lower number if both are of one body.
  if (key.kind == TouchKind::edge_edge && key.b_obstacle == 0 && key.a_body == key.b_owner && key.b_part < key.a_part) {
    std::swap(key.a_part, key.b_part);
    touch.force = -touch.force;
    touch.residue = -touch.residue;
  }
  if (!stayed) touch.residue.setZero();
  return touch;
}

}  // namespace

std::vector<Touch> carried_over(const std::vector<Touch>& touches, const ChangedSurface& changed) {
  const Heirs heirs(changed);
  std::map<ContactKey, Touch> all;
  for (const Touch& touch : touches) {
    const auto now = renamed(touch, changed.body, heirs);
    if (!now) continue;
    const auto [place, is_new] = all.emplace(now->key, *now);
    if (is_new) continue;
    place->second.force += now->force;
    place->second.residue += now->residue;  // at most one of them has one: features that stayed have keys of their own
    place->second.sticks = place->second.sticks && now->sticks;
  }
  std::vector<Touch> sorted;
  for (const auto& [key, touch] : all) sorted.push_back(touch);
  return sorted;
}

}  // namespace plumb
