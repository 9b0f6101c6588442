#include <plumb/geometry/vertex_star.h>

#include <array>

#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double cotangent(const Vector3d& corner, const Vector3d& a, const Vector3d& b) {
  return (a - corner).dot(b - corner) / (a - corner).cross(b - corner).norm();
}

/// The cotangents of a triangle's angles.
std::array<double, 3> cotangents(const TriangleMesh& mesh, int triangle) {
  const auto& t = mesh.triangles[at(triangle)];
  const auto x = [&](std::size_t i) -> const Vector3d& { return mesh.points[at(t[i % 3])]; };
  return {cotangent(x(0), x(1), x(2)), cotangent(x(1), x(2), x(0)), cotangent(x(2), x(0), x(1))};
}

/// The part of a triangle that belongs to its corner i.
double share(const TriangleMesh& mesh, int triangle, std::size_t i, const std::array<double, 3>& cot) {
  const double whole = area(mesh, triangle);
  if (cot[i] < 0) return whole / 2;
  if (cot[(i + 1) % 3] < 0 || cot[(i + 2) % 3] < 0) return whole / 4;
  const auto& t = mesh.triangles[at(triangle)];
  const auto side = [&](std::size_t to) { return (mesh.points[at(t[to % 3])] - mesh.points[at(t[i])]).squaredNorm(); };
  return (side(i + 1) * cot[(i + 2) % 3] + side(i + 2) * cot[(i + 1) % 3]) / 8;
}

std::vector<bool> boundary_points(const TriangleMesh& mesh, const MeshTopology& topology) {
  std::vector<bool> on_boundary(mesh.points.size(), false);
  for (const MeshEdge& edge : topology.edges) {
    if (!edge.boundary()) continue;
    for (const int p : edge.points) on_boundary[at(p)] = true;
  }
  return on_boundary;
}

}  // namespace

Vector3d VertexStar::pull(const std::vector<Vector3d>& x) const {
  Vector3d sum = Vector3d::Zero();
  for (std::size_t j = 0; j < ring.size(); ++j) sum += cotangents[j] * (x[at(ring[j])] - x[at(centre)]);
  return sum;
}

std::vector<VertexStar> interior_stars(const TriangleMesh& mesh, const MeshTopology& topology) {
  std::vector<VertexStar> stars(mesh.points.size());
  std::vector<bool> left_out = boundary_points(mesh, topology);
  std::vector<std::array<double, 3>> cot(mesh.triangles.size());
  for (int t = 0; t < static_cast<int>(cot.size()); ++t) {
    cot[at(t)] = cotangents(mesh, t);
    for (std::size_t i = 0; i < 3; ++i) stars[at(mesh.triangles[at(t)][i])].area += share(mesh, t, i, cot[at(t)]);
  }
  const auto opposite = [&](int triangle, int point) {
    const auto& t = mesh.triangles[at(triangle)];
    return cot[at(triangle)][point == t[0] ? 0 : point == t[1] ? 1 : 2];
  };
  for (const MeshEdge& edge : topology.edges) {
    if (edge.boundary()) continue;
    const double weight = opposite(edge.triangles[0], edge.opposite[0]) + opposite(edge.triangles[1], edge.opposite[1]);
    for (std::size_t end = 0; end < 2; ++end) {
      VertexStar& star = stars[at(edge.points[end])];
      star.ring.push_back(edge.points[1 - end]);
      star.cotangents.push_back(weight);
    }
  }
  std::vector<VertexStar> interior;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    if (left_out[i] || stars[i].ring.empty()) continue;
    stars[i].centre = static_cast<int>(i);
    interior.push_back(std::move(stars[i]));
  }
  return interior;
}

}  // namespace plumb
