#include <plumb/contact/detect/nearest_obstacle.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <plumb/contact/detect/box_tree.h>
#include <plumb/contact/detect/closest_points.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

void keep_nearer(const Nearness& found, Nearness& nearest) {
  if (found.distance < nearest.distance) nearest = found;
}

/// A mesh where it is now, in boxes.
class MeshInSpace {
 public:
  MeshInSpace(const TriangleMesh& mesh, const Pose& pose) {
    std::vector<Box> boxes;
    for (const auto& triangle : mesh.triangles) {
      std::array<Vector3d, 3> corners;
      Box box;
      for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = pose.position + pose.frame() * mesh.points[static_cast<std::size_t>(triangle[i])];
        box.add(corners[i]);
      }
      triangles_.push_back(corners);
      boxes.push_back(box);
    }
    tree_.rebuild(boxes);
  }

  void look(std::span<const Vector3d> x, double thickness, double range, std::vector<Nearness>& nearest) const {
    std::vector<Box> boxes(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      boxes[i].add(x[i]);
      boxes[i].grow(range + thickness);
    }
    BoxTree points;
    points.rebuild(boxes);
    auto pairs = points.overlaps(tree_, [](int, int) { return true; });
    // Of triangles that share the nearest place the first counts, however the trees were made.
    std::sort(pairs.begin(), pairs.end());
    for (const auto& [point, triangle] : pairs) {
      const auto i = static_cast<std::size_t>(point);
      const auto& [a, b, c] = triangles_[static_cast<std::size_t>(triangle)];
      const auto w = nearest_on_triangle(x[i], a, b, c);
      const Vector3d away = x[i] - (w[0] * a + w[1] * b + w[2] * c);
      const double distance = away.norm();
      if (distance > 0 && distance - thickness <= range) {
        keep_nearer({distance - thickness, away / distance}, nearest[i]);
      }
    }
  }

 private:
  std::vector<std::array<Vector3d, 3>> triangles_;
  BoxTree tree_;
};

}  // namespace

std::vector<Nearness> nearest_obstacles(std::span<const Vector3d> x, std::span<const ObstacleNow> obstacles,
                                        double range) {
  std::vector<Nearness> nearest(x.size(), {HUGE_VAL, Vector3d::Zero()});
  for (const ObstacleNow& now : obstacles) {
    const Obstacle& obstacle = *now.obstacle;
    if (const auto* shape = std::get_if<MeshShape>(&obstacle.shape)) {
      MeshInSpace(*shape->mesh, now.pose).look(x, obstacle.radius, range, nearest);
      continue;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      Nearness found = nearness(obstacle.shape, now.pose, x[i]);
      found.distance -= obstacle.radius;
      keep_nearer(found, nearest[i]);
    }
  }
  return nearest;
}

}  // namespace plumb
