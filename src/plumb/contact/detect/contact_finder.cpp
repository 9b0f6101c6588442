#include <plumb/contact/detect/contact_finder.h>

#include <algorithm>

#include <plumb/contact/detect/contact_entry.h>
#include <plumb/contact/detect/inner_touch.h>
#include <plumb/contact/detect/owner.h>
#include <plumb/contact/detect/touch_rules.h>
#include <plumb/core/parallel.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Kind = ContactKey::Kind;
using Pair = std::array<int, 2>;

/// A pair that touches, and the side on which a is.
struct Found {
  ContactKey key;
  Vector3d normal;
};

/// Calls examine(pair) -> optional<Found> for all pairs and keeps the answers, in the order of the pairs.
template <class Examine>
void examine_all(const std::vector<Pair>& pairs, const Examine& examine, std::vector<Found>& found) {
  constexpr int kChunk = 256;
  const auto n = static_cast<int>(pairs.size());
  std::vector<std::vector<Found>> parts((n + kChunk - 1) / kChunk);
  for_chunks(n, kChunk, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      if (const std::optional<Found> one = examine(pairs[i])) parts[begin / kChunk].push_back(*one);
    }
  });
  for (const auto& part : parts) found.insert(found.end(), part.begin(), part.end());
}

void look_at_points_and_triangles(Owner& of_point, Owner& of_triangle, double margin, std::vector<Found>& found) {
  if (of_triangle.parts.triangles.empty()) return;
  const bool same = &of_point == &of_triangle;
  const bool first = of_triangle.obstacle || (!of_point.obstacle && of_point.number < of_triangle.number);
  const PointAndTriangle owners{&of_point.now, &of_triangle.now,
                                same    ? Corners::lower_number_first
                                : first ? Corners::point_first
                                        : Corners::triangle_first};
  const auto pairs = of_point.point_tree().overlaps(of_triangle.triangle_tree(), [&](int p, int t) {
    const auto& corners = of_triangle.parts.triangles[t];
    if (same) return corners[0] != p && corners[1] != p && corners[2] != p;
    // A point of a mesh that no triangle uses is not part of the obstacle.
    return !of_point.obstacle || !of_point.parts.triangles_at[p].empty();
  });
  const auto examine = [&](const Pair& pair) -> std::optional<Found> {
    const auto [p, t] = pair;
    const std::optional<Measured> m = touch(owners, p, t, margin);
    if (!m) return {};
    if (of_point.obstacle)
      return Found{{Kind::triangle_point, of_triangle.number, t, of_point.number, p, 1}, -m->normal};
    return Found{{Kind::point_triangle, of_point.number, p, of_triangle.number, t, of_triangle.obstacle ? 1 : 0},
                 m->normal};
  };
  examine_all(pairs, examine, found);
}

void look_at_edges(Owner& a, Owner& b, double margin, std::vector<Found>& found) {
  const bool same = &a == &b;
  const auto apart = [&](int i, int k) {
    const auto &ends = a.parts.edges[i], &others = b.parts.edges[k];
    return ends[0] != others[0] && ends[0] != others[1] && ends[1] != others[0] && ends[1] != others[1];
  };
  const auto pairs =
      same ? a.edge_tree().overlaps(apart) : a.edge_tree().overlaps(b.edge_tree(), [](int, int) { return true; });
  const TwoEdges owners{&a.now, &b.now};
  const auto examine = [&](const Pair& pair) -> std::optional<Found> {
    const auto [i, k] = pair;
    const std::optional<Measured> m = touch(owners, i, k, margin);
    if (!m) return {};
    const ContactKey key{Kind::edge_edge,       a.number,          a.parts.edge_names[i], b.number,
                         b.parts.edge_names[k], b.obstacle ? 1 : 0};
    return Found{key, m->normal};
  };
  examine_all(pairs, examine, found);
}

void look_at(Owner& a, Owner& b, double margin, std::vector<Found>& found) {
  if (!a.whole().overlaps(b.whole())) return;
  look_at_points_and_triangles(a, b, margin, found);
  if (&a != &b) look_at_points_and_triangles(b, a, margin, found);
  look_at_edges(a, b, margin, found);
}

/// Every point of a body that is near an analytic obstacle, and every edge of a rod whose inside is.
void look_at_solid(const SurfaceNow& body, const Owner& owner, const ObstacleNow& solid, int number, double margin,
                   std::vector<Contact>& contacts) {
  // A ball around the whole body: a distance changes no faster than one moves.
  const Box& whole = owner.whole();
  const Vector3d low = Eigen::Map<const Vector3d>(whole.low.data()),
                 high = Eigen::Map<const Vector3d>(whole.high.data());
  const Nearness middle = nearness(solid.obstacle->shape, solid.pose, 0.5 * (low + high));
  if (middle.distance - 0.5 * (high - low).norm() > solid.obstacle->radius + 0.5 * margin) return;
  for (int i = 0; i < static_cast<int>(body.surface->points.size()); ++i) {
    const int p = body.surface->points[i];
    Contact contact;
    contact.key = {Kind::point_obstacle, owner.number, i, number, 0, 1};
    enter(*solid.obstacle, solid.pose, body.x[p], body.surface->radius[p], contact);
    if (!(contact.gap < margin)) continue;
    contact.a = body_point({owner.number, 1, {p}}, {1, 0, 0});
    contacts.push_back(contact);
  }
  add_inner_contacts(body, owner.number, solid, number, margin, contacts);
}

}  // namespace

ContactFinder::ContactFinder() : owners_(std::make_unique<Owners>()) {}
ContactFinder::~ContactFinder() = default;
ContactFinder::ContactFinder(ContactFinder&&) noexcept = default;
ContactFinder& ContactFinder::operator=(ContactFinder&&) noexcept = default;

std::vector<Contact> ContactFinder::find(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles,
                                         double margin, std::span<const KeptSide> kept) {
  owners_->take(bodies, obstacles);
  for (auto* all : {&owners_->bodies, &owners_->obstacles}) {
    for (auto& owner : *all) {
      if (owner) owner->choose_boxes(Owner::Around::now, 0.5 * margin);
    }
  }
  std::vector<Contact> contacts;
  std::vector<Found> found;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i].surface) continue;
    Owner& a = *owners_->bodies[i];
    for (std::size_t k = 0; k < obstacles.size(); ++k) {
      if (owners_->obstacles[k]) {
        look_at(a, *owners_->obstacles[k], margin, found);
      } else {
        look_at_solid(bodies[i], a, obstacles[k], static_cast<int>(k), margin, contacts);
      }
    }
    if (bodies[i].touches_itself) look_at(a, a, margin, found);
    for (std::size_t k = i + 1; k < bodies.size(); ++k) {
      if (bodies[k].surface) look_at(a, *owners_->bodies[k], margin, found);
    }
  }

  // What was found has no order of its own until here.
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.key < b.key; });
  const std::size_t n_solid = contacts.size();
  contacts.resize(n_solid + found.size());
  for_chunks(static_cast<int>(found.size()), 256, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const auto side = std::lower_bound(kept.begin(), kept.end(), found[i].key,
                                         [](const KeptSide& one, const ContactKey& key) { return one.key < key; });
      Contact& contact = contacts[n_solid + i];
      contact.key = found[i].key;
      contact.normal = side != kept.end() && side->key == contact.key ? side->normal : found[i].normal;
      update(contact, bodies, obstacles);
    }
  });
  std::sort(contacts.begin(), contacts.end(), [](const Contact& a, const Contact& b) { return a.key < b.key; });
  return contacts;
}

std::vector<Contact> find_contacts(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles,
                                   double margin, std::span<const KeptSide> kept) {
  return ContactFinder().find(bodies, obstacles, margin, kept);
}

}  // namespace plumb
