#include <plumb/geometry/surface.h>

#include <algorithm>

namespace plumb {
namespace {

template <class T>
void sort_once(std::vector<T>& all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

/// Parts may share points, which have the larger radius then.
void add_points(const std::vector<int>& points, double radius, Surface& surface) {
  for (const int point : points) {
    const auto at = static_cast<std::size_t>(point);
    if (surface.radius.size() <= at) surface.radius.resize(at + 1, 0);
    surface.radius[at] = std::max(surface.radius[at], radius);
    surface.points.push_back(point);
  }
  sort_once(surface.points);
}

}  // namespace

void add_curve(const std::vector<int>& points, double radius, bool closed, Surface& surface) {
  add_points(points, radius, surface);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) surface.edges.push_back({points[i], points[i + 1]});
  if (closed) surface.edges.push_back({points.back(), points.front()});
}

void add_triangles(const std::vector<int>& points, const std::vector<std::array<int, 3>>& triangles, double radius,
                   Surface& surface) {
  add_points(points, radius, surface);
  std::vector<std::array<int, 2>> sides;
  for (const std::array<int, 3>& t : triangles) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) corners[k] = points[static_cast<std::size_t>(t[k])];
    surface.triangles.push_back(corners);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
      sides.push_back({low, high});
    }
  }
  sort_once(sides);
  surface.edges.insert(surface.edges.end(), sides.begin(), sides.end());
}

std::vector<std::array<int, 3>> grid_triangles(int points_along, int points_across) {
  std::vector<std::array<int, 3>> all;
  for (int i = 0; i + 1 < points_along; ++i) {
    for (int j = 0; j + 1 < points_across; ++j) {
      const int corner = points_across * i + j, ahead = corner + points_across;
      all.push_back({corner, ahead, ahead + 1});
      all.push_back({corner, ahead + 1, corner + 1});
    }
  }
  return all;
}

}  // namespace plumb
