#include <plumb/scene/bodies/plate/free_motion.h>

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <plumb/scene/bodies/plate/plate_extent.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool has(const std::vector<int>& ascending, int point) {
  return std::binary_search(ascending.begin(), ascending.end(), point);
}

using RigidMotion = Eigen::Matrix<double, 6, 1>;  ///< a displacement of the middle, and a turn about it
using Resistance = Eigen::Matrix<double, 6, 6>;

/// For each point of a mesh, the lowest point that triangles connect it with.
std::vector<int> parts_of(const TriangleMesh& mesh) {
  std::vector<int> part(mesh.points.size());
  std::iota(part.begin(), part.end(), 0);
  const auto root = [&](int p) {
    while (part[at(p)] != p) p = part[at(p)] = part[at(part[at(p)])];
    return p;
  };
  for (const auto& t : mesh.triangles) {
    for (const int p : t) {
      const int a = root(p), b = root(t[0]);
      part[at(std::max(a, b))] = std::min(a, b);
    }
  }
  for (int p = 0; p < static_cast<int>(part.size()); ++p) part[at(p)] = root(p);
  return part;
}

/// How strongly a support resists turns of a triangle with two of its points: a clamp holds the direction between them,
/// and a mirror keeps the plate from turning about it.
Resistance direction_held(const SceneSupport& support) {
  Resistance held = Resistance::Zero();
  if (support.hold == Hold::clamped) held.setIdentity();
  for (int axis = 0; axis < 3 && support.hold == Hold::symmetric; ++axis) {
    if (!support.axes[at(axis)]) held(3 + axis, 3 + axis) = 1;
  }
  return held;
}

/// How strongly supports resist rigid motions of each part of a plate of unit size, by its lowest point.
std::map<int, Resistance> resistances(const ScenePlate& plate, const std::vector<SceneSupport>& supports,
                                      const std::vector<int>& parts) {
  const PlateExtent extent = extent_of(plate.initial);
  std::map<int, Resistance> sums;
  for (const int part : parts) sums.try_emplace(part, Resistance::Zero());
  for (const SceneSupport& support : supports) {
    for (const int p : support.points) {
      const Vector3d x = (plate.initial[at(p)] - extent.middle()) / extent.size();
      for (int axis = 0; axis < 3; ++axis) {
        if (!support.axes[at(axis)]) continue;
        RigidMotion row;
        row << Vector3d::Unit(axis), x.cross(Vector3d::Unit(axis));
        sums.at(parts[at(p)]) += row * row.transpose() / static_cast<double>(support.points.size());
      }
    }
    const Resistance direction = direction_held(support);
    for (const auto& t : plate.rest.triangles) {
      if (has(support.points, t[0]) + has(support.points, t[1]) + has(support.points, t[2]) >= 2) {
        sums.at(parts[at(t[0])]) += direction / static_cast<double>(plate.rest.triangles.size());
      }
    }
  }
  return sums;
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

std::string free_motion(const ScenePlate& plate, const std::vector<SceneSupport>& supports) {
  const std::map<int, Resistance> parts = resistances(plate, supports, parts_of(plate.rest));
  for (const auto& [part, resistance] : parts) {
    const std::string motion = words(resistance);
    if (motion.empty()) continue;
    const std::string what = parts.size() == 1 ? "the plate" : fmt::format("the part of the plate with point {}", part);
    return fmt::format("{} from {}", what, motion);
  }
  return {};
}

}  // namespace plumb
