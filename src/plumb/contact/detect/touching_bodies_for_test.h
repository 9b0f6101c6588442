#pragma once

// Bodies for tests of contact: points that are their own embedding.

#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <plumb/contact/detect/find_contacts.h>
#include <plumb/contact/detect/parts.h>

namespace plumb {

struct TouchingBody {
  Surface surface;
  std::vector<Eigen::Vector3d> x;
  bool touches_itself = false;

  SurfaceNow now() const { return {&surface, x, touches_itself}; }
};

inline TouchingBody touching_rod(std::vector<Eigen::Vector3d> x, double radius) {
  TouchingBody body;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    body.surface.points.push_back(i);
    if (i > 0) body.surface.edges.push_back({i - 1, i});
  }
  body.surface.radius.assign(x.size(), radius);
  body.x = std::move(x);
  return body;
}

inline TouchingBody straight_rod(const Eigen::Vector3d& from, const Eigen::Vector3d& to, int n_edges, double radius) {
  std::vector<Eigen::Vector3d> x;
  for (int i = 0; i <= n_edges; ++i) x.push_back(from + static_cast<double>(i) / n_edges * (to - from));
  return touching_rod(std::move(x), radius);
}

inline TouchingBody touching_plate(const TriangleMesh& mesh, double radius) {
  TouchingBody body;
  for (int i = 0; i < static_cast<int>(mesh.points.size()); ++i) body.surface.points.push_back(i);
  const Parts parts = parts_of(mesh);
  body.surface.edges = parts.edges;
  body.surface.triangles = mesh.triangles;
  body.surface.radius.assign(mesh.points.size(), radius);
  body.x = mesh.points;
  return body;
}

inline std::vector<SurfaceNow> now(std::initializer_list<const TouchingBody*> bodies) {
  std::vector<SurfaceNow> all;
  for (const TouchingBody* body : bodies) all.push_back(body->now());
  return all;
}

}  // namespace plumb
