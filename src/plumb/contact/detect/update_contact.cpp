#include <plumb/contact/detect/contact_entry.h>
#include <plumb/contact/detect/find_contacts.h>
#include <plumb/contact/detect/inner_touch.h>
#include <plumb/contact/detect/parts.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

using Kind = ContactKey::Kind;

/// Returns how many corners the feature of side a has.
int corners_of_a(Kind kind) {
  switch (kind) {
    case Kind::point_obstacle:
    case Kind::point_triangle:
      return 1;
    case Kind::edge_edge:
    case Kind::edge_obstacle:
      return 2;
    case Kind::triangle_point:
      return 3;
  }
  ENSURE(false && "a kind of contact");
  return 0;
}

/// The corners of part `part` of a Surface: 1, 2 or 3.
CornerPoints corners(const Surface& surface, int body, int part, int n) {
  CornerPoints found{body, n, {}};
  if (n == 1) found.points[0] = surface.points[part];
  for (int i = 0; i < n && n == 2; ++i) found.points[i] = surface.edges[part][i];
  if (n == 3) found.points = surface.triangles[part];
  return found;
}

Feature feature(const SurfaceNow& now, const CornerPoints& corners) {
  Feature f;
  f.n = corners.n;
  for (int i = 0; i < corners.n; ++i) {
    f.x[i] = now.x[corners.points[i]];
    f.radius[i] = now.surface->radius[corners.points[i]];
  }
  return f;
}

Feature feature(const ObstacleNow& now, int part, int n) {
  const TriangleMesh& mesh = *std::get<MeshShape>(now.obstacle->shape).mesh;
  std::array<int, 3> points{part, 0, 0};
  if (n == 2) {
    const auto ends = mesh_edge(mesh, part);
    points = {ends[0], ends[1], 0};
  } else if (n == 3) {
    points = mesh.triangles[part];
  }
  const Eigen::Matrix3d frame = now.pose.frame();
  Feature f;
  f.n = n;
  for (int i = 0; i < n; ++i) {
    f.x[i] = now.pose.position + frame * mesh.points[points[i]];
    f.radius[i] = now.obstacle->radius;
  }
  return f;
}

}  // namespace

void update(Contact& contact, std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles) {
  const ContactKey& key = contact.key;
  const SurfaceNow& body_a = bodies[key.a_body];
  const int n_a = corners_of_a(key.kind);
  const CornerPoints of_a = corners(*body_a.surface, key.a_body, key.a_part, n_a);
  const Feature a = feature(body_a, of_a);
  if (key.kind == Kind::point_obstacle) {
    const ObstacleNow& obstacle = obstacles[key.b_owner];
    enter(*obstacle.obstacle, obstacle.pose, a.x[0], a.radius[0], contact);
    return;
  }
  if (key.kind == Kind::edge_obstacle) {
    const ObstacleNow& obstacle = obstacles[key.b_owner];
    contact.a = body_point(of_a, enter_inside(*obstacle.obstacle, obstacle.pose, a, contact));
    return;
  }
  const int n_b = key.kind == Kind::edge_edge ? 2 : 4 - n_a;
  const CornerPoints of_b =
      contact.with_obstacle() ? CornerPoints{} : corners(*bodies[key.b_owner].surface, key.b_owner, key.b_part, n_b);
  const Feature b =
      contact.with_obstacle() ? feature(obstacles[key.b_owner], key.b_part, n_b) : feature(bodies[key.b_owner], of_b);
  const Measured m = measure(a, b, &contact.normal);
  contact.a = body_point(of_a, m.a);
  if (!contact.with_obstacle()) contact.b = body_point(of_b, m.b);
  enter(m, b, contact);
}

}  // namespace plumb
