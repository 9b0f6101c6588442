#include <plumb/scene/read/free_motion.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <plumb/scene/read/body_extent.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

using RigidMotion = Eigen::Matrix<double, 6, 1>;  ///< a displacement of the middle, and a turn about it

template <std::size_t N>
std::vector<int> connected(std::size_t n_points, std::span<const std::array<int, N>> elements) {
  std::vector<int> part(n_points);
  std::iota(part.begin(), part.end(), 0);
  const auto root = [&](int p) {
    while (part[at(p)] != p) p = part[at(p)] = part[at(part[at(p)])];
    return p;
  };
  for (const auto& element : elements) {
    for (const int p : element) {
      const int a = root(p), b = root(element[0]);
      part[at(std::max(a, b))] = std::min(a, b);
    }
  }
  for (int p = 0; p < static_cast<int>(part.size()); ++p) part[at(p)] = root(p);
  return part;
}

/// A motion that nothing resists, in words; empty: there is none.
std::string words(const Resistance& sum) {
  constexpr double kNone = 1e-12;
  const Eigen::SelfAdjointEigenSolver<Resistance> motions(sum);
  const auto& resisted = motions.eigenvalues();
  if (resisted[0] > kNone) return {};
  if (!(resisted[5] > kNone)) return "moving as a rigid body";
  for (int axis = 0; axis < 3; ++axis) {
    if (!(sum(axis, axis) > kNone)) return fmt::format("moving along {}", "xyz"[axis]);
  }
  if (!(resisted[1] > kNone)) return "turning";
  const RigidMotion free = motions.eigenvectors().col(0);
  const Vector3d move = free.head<3>(), turn = free.tail<3>();
  if (turn.norm() < 1e-6) return fmt::format("moving along {}", direction_text(move.normalized()));
  return fmt::format("turning about a line along {}", direction_text(turn.normalized()));
}

}  // namespace

std::vector<int> connected_parts(std::size_t n_points, std::span<const std::array<int, 3>> triangles) {
  return connected(n_points, triangles);
}

std::vector<int> connected_parts(std::size_t n_points, std::span<const std::array<int, 4>> tetrahedra) {
  return connected(n_points, tetrahedra);
}

std::map<int, Resistance> resistances(const std::vector<Vector3d>& points, const std::vector<int>& parts,
                                      const std::vector<SceneHold>& holds) {
  const BodyExtent extent = extent_of(points);
  std::map<int, Resistance> sums;
  for (const int part : parts) sums.try_emplace(part, Resistance::Zero());
  for (const SceneHold& hold : holds) {
    for (const int p : hold.points) {
      const Vector3d x = (points[at(p)] - extent.middle()) / extent.size();
      for (int axis = 0; axis < 3; ++axis) {
        if (!hold.axes[at(axis)]) continue;
        RigidMotion row;
        row << Vector3d::Unit(axis), x.cross(Vector3d::Unit(axis));
        sums.at(parts[at(p)]) += row * row.transpose() / static_cast<double>(hold.points.size());
      }
    }
  }
  return sums;
}

std::string free_motion(const std::map<int, Resistance>& parts, std::string_view body) {
  for (const auto& [part, resistance] : parts) {
    const std::string motion = words(resistance);
    if (motion.empty()) continue;
    return parts.size() == 1 ? fmt::format("the {} from {}", body, motion)
                             : fmt::format("the part of the {} with point {} from {}", body, part, motion);
  }
  return {};
}

}  // namespace plumb
