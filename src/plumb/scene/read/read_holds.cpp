#include <plumb/scene/read/read_holds.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <plumb/scene/read/read_motion.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

bool has(const std::vector<int>& ascending, int point) {
  return std::binary_search(ascending.begin(), ascending.end(), point);
}

/// Do a motion's displacement, its turn, or both of them change the coordinates of points along an axis?
bool shifts_along(const SceneMotion& motion, int axis) {
  return std::abs(motion.move[axis]) > 1e-12 * motion.move.norm();
}
bool turns_along(const SceneMotion& motion, int axis) {
  return motion.turn != 0 && motion.turn_axis.cross(Vector3d::Unit(axis)).norm() >= 1e-9;
}
bool moves_along(const SceneMotion& motion, int axis) {
  return shifts_along(motion, axis) || turns_along(motion, axis);
}

/// Do two supports move a coordinate that both of them hold?
bool contradict(const SceneHold& a, const SceneHold& b) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (a.axes[i] && b.axes[i] && (moves_along(a, axis) || moves_along(b, axis))) return true;
  }
  return false;
}

}  // namespace

std::array<bool, 3> read_axes(const Entry& entry) {
  std::array<bool, 3> axes{false, false, false};
  const std::vector<Entry> list = entry.list("axes, as [\"z\"]");
  if (list.empty()) entry.refuse("holds nothing; name the axes along which it holds, as [\"z\"]");
  for (const Entry& axis : list) {
    bool& held = axes[axis.choice({"x", "y", "z"})];
    if (held) axis.refuse("named twice");
    held = true;
  }
  return axes;
}

Vector3d middle_of(const std::vector<Vector3d>& all, const std::vector<int>& chosen) {
  Vector3d sum = Vector3d::Zero();
  for (const int p : chosen) sum += all[static_cast<std::size_t>(p)] / static_cast<double>(chosen.size());
  return sum;
}

void read_motion_of_hold(const Keys& keys, BodySize size, const SceneSolve& solve, SceneHold& hold) {
  read_motion(keys, size, solve, hold);
  for (int axis = 0; axis < 3; ++axis) {
    if (hold.axes[static_cast<std::size_t>(axis)]) continue;
    if (turns_along(hold, axis)) {
      keys.find("turn")->refuse(fmt::format(
          "turns points along {0}, along which they slide; turn about {0}, or hold \"{0}\" too", "xyz"[axis]));
    }
    if (shifts_along(hold, axis)) {
      keys.find("move")->refuse(
          fmt::format("moves points along {0}, along which they slide; hold \"{0}\" too", "xyz"[axis]));
    }
  }
}

void check_common_points(const std::vector<Entry>& entries, const std::vector<SceneHold>& holds) {
  for (std::size_t i = 0; i < holds.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!contradict(holds[i], holds[k])) continue;
      const auto shared =
          std::find_if(holds[i].points.begin(), holds[i].points.end(), [&](int p) { return has(holds[k].points, p); });
      if (shared == holds[i].points.end()) continue;
      entries[i].refuse(
          fmt::format("holds point {} (counted from 0), which {} holds too and moves otherwise; choose "
                      "other points with where = {{ min, max }}",
                      *shared, entries[k].keys()));
    }
  }
}

void check_any_free(const Keys& keys, std::size_t n_points, const std::vector<SceneHold>& holds) {
  std::vector<bool> held(3 * n_points, false);
  for (const SceneHold& hold : holds) {
    for (const int p : hold.points) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (hold.axes[axis]) held[3 * static_cast<std::size_t>(p) + axis] = true;
      }
    }
  }
  if (std::all_of(held.begin(), held.end(), [](bool h) { return h; })) {
    keys.find("support")->refuse("all points are held and none is left to move");
  }
}

void check_no_free_motion(const Keys& keys, std::string_view motion, std::string_view example) {
  if (motion.empty()) return;
  const std::string how = fmt::format(
      "nothing keeps {}, so it has no equilibrium; add {}, or hold = [\"z\"] for a single axis", motion, example);
  if (const auto support = keys.find("support")) support->refuse(how);
  keys.need("support", how);
}

}  // namespace plumb
