#include <plumb/geometry/plane_interpolation.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

Vector3d whole_area(const TriangleMesh& mesh) {
  Vector3d sum = Vector3d::Zero();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) sum += area_vector(mesh, static_cast<int>(t));
  return sum;
}

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

}  // namespace

bool lies_in_a_plane(const TriangleMesh& mesh) {
  const Vector3d normal = whole_area(mesh).normalized();
  double size = 0, off = 0;
  for (const Vector3d& p : mesh.points) {
    const Vector3d from_first = p - mesh.points.front();
    size = std::max(size, from_first.norm());
    off = std::max(off, std::abs(normal.dot(from_first)));
  }
  return off <= 1e-9 * size;
}

PlaneInterpolation::PlaneInterpolation(const TriangleMesh& mesh) : mesh_(mesh) {
  ENSURE(lies_in_a_plane(mesh));
  const Vector3d normal = whole_area(mesh).normalized();
  axes_.col(0) = normal.unitOrthogonal();
  axes_.col(1) = normal.cross(axes_.col(0));
  Vector2d high;
  low_ = high = flat(mesh.points.front());
  for (const Vector3d& p : mesh.points) {
    low_ = low_.cwiseMin(flat(p));
    high = high.cwiseMax(flat(p));
  }
  const double wanted = std::sqrt((high - low_).prod() / static_cast<double>(mesh.triangles.size()));
  for (int axis = 0; axis < 2; ++axis) {
    n_[axis] = static_cast<int>(std::clamp(std::ceil((high - low_)[axis] / wanted), 1.0, 2000.0));
    size_[axis] = (high - low_)[axis] / n_[axis];
  }
  cells_.resize(index(n_.prod()));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Vector2d from = flat(mesh.points[index(mesh.triangles[t][0])]), to = from;
    for (const int p : mesh.triangles[t]) {
      from = from.cwiseMin(flat(mesh.points[index(p)]));
      to = to.cwiseMax(flat(mesh.points[index(p)]));
    }
    // A little wider, so that no place on an edge is lost to rounding.
    const Vector2d slack = 1e-9 * (high - low_);
    const Eigen::Array2i first = cell(from - slack), last = cell(to + slack);
    for (int j = first[1]; j <= last[1]; ++j) {
      for (int i = first[0]; i <= last[0]; ++i) cells_[index(j * n_[0] + i)].push_back(static_cast<int>(t));
    }
  }
}

Eigen::Array2i PlaneInterpolation::cell(const Vector2d& place) const {
  const Vector2d cells = (place - low_).cwiseQuotient(size_);
  return cells.array().floor().cast<int>().max(0).min(n_ - 1);
}

Vector3d PlaneInterpolation::weights(int triangle, const Vector2d& place) const {
  const auto corner = [&](std::size_t i) { return flat(mesh_.points[index(mesh_.triangles[index(triangle)][i])]); };
  const Vector2d a = corner(0), b = corner(1), c = corner(2);
  const double whole = cross(b - a, c - a), at_b = cross(place - a, c - a) / whole,
               at_c = cross(b - a, place - a) / whole;
  return {1 - at_b - at_c, at_b, at_c};
}

PlaneInterpolation::Found PlaneInterpolation::find(const Vector2d& place) const {
  Found best;
  const auto look_in = [&](const std::vector<int>& triangles) {
    for (const int t : triangles) {
      const Vector3d w = weights(t, place);
      if (best.triangle < 0 || w.minCoeff() > best.weights.minCoeff()) best = {t, w};
    }
  };
  const Eigen::Array2i here = cell(place);
  look_in(in_cell(here[0], here[1]));
  // Beyond the boundary its cell may be empty: rings of cells around it are not.
  for (int ring = 1; best.triangle < 0 && ring <= n_.maxCoeff(); ++ring) {
    for (int j = std::max(0, here[1] - ring); j <= std::min(n_[1] - 1, here[1] + ring); ++j) {
      for (int i = std::max(0, here[0] - ring); i <= std::min(n_[0] - 1, here[0] + ring); ++i) look_in(in_cell(i, j));
    }
  }
  return best;
}

Vector3d PlaneInterpolation::at(const Vector3d& place, std::span<const Vector3d> values) const {
  const Found found = find(flat(place));
  Vector3d sum = Vector3d::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    sum += found.weights[static_cast<int>(i)] * values[index(mesh_.triangles[index(found.triangle)][i])];
  }
  return sum;
}

}  // namespace plumb
