#include <plumb/scene/free_motion.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <plumb/scene/plate_extent.h>
#include <plumb/scene/read_pose.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool has(const std::vector<int>& ascending, int point) {
  return std::binary_search(ascending.begin(), ascending.end(), point);
}

/// Two neighbours in a clamp hold the direction between them.
bool holds_direction(const SceneSupport& support, const TriangleMesh& mesh) {
  if (support.hold != Hold::clamped) return false;
  return std::any_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const std::array<int, 3>& t) {
    return has(support.points, t[0]) + has(support.points, t[1]) + has(support.points, t[2]) >= 2;
  });
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

/// The points of a support that belong to one part of the plate.
SceneSupport within(SceneSupport support, const std::vector<int>& parts, int part) {
  std::erase_if(support.points, [&](int p) { return parts[at(p)] != part; });
  return support;
}

/// How strongly supports resist rigid motions of a plate of unit size.
Resistance resistance(const ScenePlate& plate, const std::vector<SceneSupport>& supports) {
  const PlateExtent extent = extent_of(plate.initial);
  Resistance sum = Resistance::Zero();
  for (const SceneSupport& support : supports) {
    if (support.points.empty()) continue;
    if (holds_direction(support, plate.rest)) sum += Resistance::Identity();
    const auto held = [&](int axis) { return support.axes[at(axis)]; };
    for (const int p : support.points) {
      const Vector3d x = (plate.initial[at(p)] - extent.middle()) / extent.size();
      for (int axis = 0; axis < 3; ++axis) {
        if (!held(axis)) continue;
        RigidMotion row;
        row << Vector3d::Unit(axis), x.cross(Vector3d::Unit(axis));
        sum += row * row.transpose() / static_cast<double>(support.points.size());
      }
    }
    // A mirror holds the direction of an edge too: the shell does not turn about it.
    if (support.hold == Hold::symmetric) {
      for (int axis = 0; axis < 3; ++axis) {
        if (!held(axis)) sum(3 + axis, 3 + axis) += 1;
      }
    }
  }
  return sum;
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
  const std::vector<int> parts = parts_of(plate.rest);
  const bool whole = std::all_of(parts.begin(), parts.end(), [](int part) { return part == 0; });
  for (int part = 0; part < static_cast<int>(parts.size()); ++part) {
    if (parts[at(part)] != part) continue;
    std::vector<SceneSupport> holding;
    for (const SceneSupport& support : supports) holding.push_back(within(support, parts, part));
    const std::string motion = words(resistance(plate, holding));
    if (motion.empty()) continue;
    return fmt::format("{} from {}", whole ? "the plate" : fmt::format("the part of the plate with point {}", part),
                       motion);
  }
  return {};
}

}  // namespace plumb
