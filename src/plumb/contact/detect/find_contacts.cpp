#include <plumb/contact/detect/find_contacts.h>

#include <algorithm>
#include <memory>

#include <plumb/contact/detect/contact_entry.h>
#include <plumb/contact/detect/touch_rules.h>

namespace plumb {
namespace {

using Kind = ContactKey::Kind;

/// A body or an obstacle's mesh.
struct Owner {
  bool obstacle = false;
  int number = 0;
  Parts parts;
  PartsNow now;
};

class Search {
 public:
  Search(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles, double margin,
         std::span<const KeptSide> kept)
      : bodies_(bodies), obstacles_(obstacles), kept_(kept), margin_(margin) {}

  std::vector<Contact> run();

 private:
  void look_at_points(int body, int obstacle);
  void look_at(const Owner& a, const Owner& b);
  void look_at_points_and_triangles(const Owner& of_point, const Owner& of_triangle);
  void look_at_edges(const Owner& a, const Owner& b);
  void add(const ContactKey& key, const Eigen::Vector3d& normal);

  std::span<const SurfaceNow> bodies_;
  std::span<const ObstacleNow> obstacles_;
  std::span<const KeptSide> kept_;
  double margin_;
  std::vector<Contact> found_;
};

std::unique_ptr<Owner> owner_of(const SurfaceNow& body, int number) {
  auto owner = std::make_unique<Owner>();
  owner->number = number;
  owner->parts = parts_of(*body.surface);
  owner->now.parts = &owner->parts;
  for (const int p : owner->parts.points) {
    owner->now.x.push_back(body.x[p]);
    owner->now.radius.push_back(body.surface->radius[p]);
  }
  return owner;
}

std::unique_ptr<Owner> owner_of(const ObstacleNow& obstacle, int number) {
  const auto* shape = std::get_if<MeshShape>(&obstacle.obstacle->shape);
  if (!shape) return nullptr;
  auto owner = std::make_unique<Owner>();
  owner->obstacle = true;
  owner->number = number;
  owner->parts = parts_of(*shape->mesh);
  owner->now.parts = &owner->parts;
  const Eigen::Matrix3d frame = obstacle.pose.frame();
  for (const auto& x : shape->mesh->points) owner->now.x.push_back(obstacle.pose.position + frame * x);
  owner->now.radius.assign(shape->mesh->points.size(), obstacle.obstacle->radius);
  return owner;
}

std::vector<Contact> Search::run() {
  std::vector<std::unique_ptr<Owner>> bodies, obstacles;
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    bodies.push_back(bodies_[i].surface ? owner_of(bodies_[i], i) : nullptr);
  }
  for (int i = 0; i < static_cast<int>(obstacles_.size()); ++i) obstacles.push_back(owner_of(obstacles_[i], i));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i]) continue;
    for (std::size_t k = 0; k < obstacles.size(); ++k) {
      if (obstacles[k])
        look_at(*bodies[i], *obstacles[k]);
      else
        look_at_points(static_cast<int>(i), static_cast<int>(k));
    }
    if (bodies_[i].touches_itself) look_at(*bodies[i], *bodies[i]);
    for (std::size_t k = i + 1; k < bodies.size(); ++k) {
      if (bodies[k]) look_at(*bodies[i], *bodies[k]);
    }
  }
  std::sort(found_.begin(), found_.end(), [](const Contact& a, const Contact& b) { return a.key < b.key; });
  return std::move(found_);
}

void Search::look_at_points(int body, int obstacle) {
  const SurfaceNow& now = bodies_[body];
  const ObstacleNow& other = obstacles_[obstacle];
  for (int i = 0; i < static_cast<int>(now.surface->points.size()); ++i) {
    const int p = now.surface->points[i];
    Contact contact;
    contact.key = {Kind::point_obstacle, body, i, obstacle, 0, 1};
    enter(*other.obstacle, other.pose, now.x[p], now.surface->radius[p], contact);
    if (!(contact.gap < margin_)) continue;
    contact.a = body_point({body, 1, {p}}, {1, 0, 0});
    found_.push_back(contact);
  }
}

void Search::look_at(const Owner& a, const Owner& b) {
  look_at_points_and_triangles(a, b);
  if (&a != &b) look_at_points_and_triangles(b, a);
  look_at_edges(a, b);
}

void Search::look_at_points_and_triangles(const Owner& of_point, const Owner& of_triangle) {
  const bool same = &of_point == &of_triangle;
  const bool first = of_triangle.obstacle || (!of_point.obstacle && of_point.number < of_triangle.number);
  const PointAndTriangle owners{&of_point.now, &of_triangle.now,
                                same    ? Corners::lower_number_first
                                : first ? Corners::point_first
                                        : Corners::triangle_first};
  for (int p = 0; p < static_cast<int>(of_point.parts.points.size()); ++p) {
    // A point of a mesh that no triangle uses is not part of the obstacle.
    if (of_point.obstacle && of_point.parts.triangles_at[p].empty()) continue;
    for (int t = 0; t < static_cast<int>(of_triangle.parts.triangles.size()); ++t) {
      const std::optional<Measured> m = touch(owners, p, t, margin_);
      if (!m) continue;
      if (of_point.obstacle) {
        add({Kind::triangle_point, of_triangle.number, t, of_point.number, p, 1}, -m->normal);
      } else {
        add({Kind::point_triangle, of_point.number, p, of_triangle.number, t, of_triangle.obstacle ? 1 : 0}, m->normal);
      }
    }
  }
}

void Search::look_at_edges(const Owner& a, const Owner& b) {
  const auto n_a = static_cast<int>(a.parts.edges.size()), n_b = static_cast<int>(b.parts.edges.size());
  for (int i = 0; i < n_a; ++i) {
    for (int k = &a == &b ? i + 1 : 0; k < n_b; ++k) {
      if (const auto m = touch(TwoEdges{&a.now, &b.now}, i, k, margin_)) {
        add({Kind::edge_edge, a.number, a.parts.edge_names[i], b.number, b.parts.edge_names[k], b.obstacle ? 1 : 0},
            m->normal);
      }
    }
  }
}

void Search::add(const ContactKey& key, const Eigen::Vector3d& normal) {
  const auto kept = std::lower_bound(kept_.begin(), kept_.end(), key,
                                     [](const KeptSide& side, const ContactKey& k) { return side.key < k; });
  Contact contact;
  contact.key = key;
  contact.normal = kept != kept_.end() && kept->key == key ? kept->normal : normal;
  update(contact, bodies_, obstacles_);
  found_.push_back(contact);
}

}  // namespace

std::vector<Contact> find_contacts(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles,
                                   double margin, std::span<const KeptSide> kept) {
  return Search(bodies, obstacles, margin, kept).run();
}

}  // namespace plumb
