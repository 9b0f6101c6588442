#include <plumb/scene/bodies/plate/read_supports.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <plumb/geometry/mesh_topology.h>
#include <plumb/scene/bodies/plate/free_motion.h>
#include <plumb/scene/bodies/plate/mirror_plane.h>
#include <plumb/scene/bodies/plate/plate_extent.h>
#include <plumb/scene/bodies/plate/read_where.h>
#include <plumb/scene/read/read_motion.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kMostSupports = 100;
constexpr Dimension kSpring{0, 1, -2};  // N/m
const std::vector<std::string> kHolds{"clamped", "hinged", "symmetric"};

bool has(const std::vector<int>& ascending, int point) {
  return std::binary_search(ascending.begin(), ascending.end(), point);
}

Vector3d middle(const std::vector<Vector3d>& at, const std::vector<int>& points) {
  Vector3d sum = Vector3d::Zero();
  for (const int p : points) sum += at[static_cast<std::size_t>(p)] / static_cast<double>(points.size());
  return sum;
}

/// "clamped", "hinged", "symmetric", or the axes along which points are held.
void read_hold(const Entry& entry, SceneSupport& support) {
  if (!entry.is_list()) {
    support.hold = static_cast<Hold>(entry.choice(kHolds));
    return;
  }
  support.hold = Hold::hinged;
  support.axes = {false, false, false};
  const std::vector<Entry> axes = entry.list("axes, as [\"z\"]");
  if (axes.empty()) entry.refuse("holds nothing; name the axes along which it holds, as [\"z\"]");
  for (const Entry& axis : axes) {
    bool& held = support.axes[axis.choice({"x", "y", "z"})];
    if (held) axis.refuse("named twice");
    held = true;
  }
}

/// The axis that a direction is along.
int read_axis(const Entry& entry) {
  const Vector3d direction = read_direction(entry);
  for (int axis = 0; axis < 3; ++axis) {
    if ((direction.cwiseAbs() - Vector3d::Unit(axis)).norm() < 1e-6) return axis;
  }
  entry.refuse("a plane of symmetry is normal to x, y or z; turn the plate with place");
}

void read_mirror(const Keys& keys, const ScenePlate& plate, SceneSupport& support) {
  for (const auto key : {"move", "turn"}) {
    if (const auto motion = keys.find(key)) motion->refuse("a plane of symmetry stays where it is; leave it out");
  }
  std::optional<int> said;
  if (const auto normal = keys.find("normal")) said = read_axis(*normal);
  int axis = 0;
  try {
    axis = mirror_axis(plate, support.points, said);
  } catch (const UserError& error) {
    keys.entry().refuse(error.what());
  }
  // The very coordinate of its points, not their mean.
  support.pose = {plate.initial[static_cast<std::size_t>(support.points.front())], Vector3d::Unit(axis),
                  Vector3d::Unit((axis + 1) % 3)};
  support.axes = {axis == 0, axis == 1, axis == 2};
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

/// What slides along an axis cannot be moved along it, nor turned out of the axes that are held.
void check_motion(const Keys& keys, const SceneSupport& support) {
  for (int axis = 0; axis < 3; ++axis) {
    if (support.axes[static_cast<std::size_t>(axis)]) continue;
    if (turns_along(support, axis)) {
      keys.find("turn")->refuse(fmt::format(
          "turns points along {0}, along which they slide; turn about {0}, or hold \"{0}\" too", "xyz"[axis]));
    }
    if (shifts_along(support, axis)) {
      keys.find("move")->refuse(
          fmt::format("moves points along {0}, along which they slide; hold \"{0}\" too", "xyz"[axis]));
    }
  }
}

SceneSupport read_support(const Entry& entry, const ScenePlate& plate, const PlateMesh& mesh, const SceneSolve& solve) {
  const Keys keys(entry, {"where", "hold", "normal", "move", "turn"});
  SceneSupport support;
  support.points = read_where(keys, mesh);
  read_hold(keys.need("hold", "clamped, hinged, symmetric or axes, as hold = \"clamped\" or hold = [\"z\"]"), support);
  support.pose.position = middle(plate.initial, support.points);
  if (support.hold == Hold::symmetric) {
    read_mirror(keys, plate, support);
    return support;
  }
  if (const auto normal = keys.find("normal")) normal->refuse("only of hold = \"symmetric\"; leave it out");
  read_motion(keys, size_of_plate(plate.initial), solve, support);
  check_motion(keys, support);
  return support;
}

/// Do two supports move a coordinate that both of them hold?
bool contradict(const SceneSupport& a, const SceneSupport& b) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (a.axes[i] && b.axes[i] && (moves_along(a, axis) || moves_along(b, axis))) return true;
  }
  return false;
}

void check_overlaps(const std::vector<Entry>& entries, const std::vector<SceneSupport>& supports) {
  for (std::size_t i = 0; i < supports.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!contradict(supports[i], supports[k])) continue;
      const auto shared = std::find_if(supports[i].points.begin(), supports[i].points.end(),
                                       [&](int p) { return has(supports[k].points, p); });
      if (shared == supports[i].points.end()) continue;
      entries[i].refuse(
          fmt::format("holds point {} (counted from 0), which {} holds too and moves otherwise; choose "
                      "other points with where = {{ min, max }}",
                      *shared, entries[k].keys()));
    }
  }
}

void check_held(const Keys& keys, const ScenePlate& plate, const std::vector<SceneSupport>& supports,
                const SceneSolve& solve) {
  std::vector<bool> held(3 * plate.rest.points.size(), false);
  for (const SceneSupport& support : supports) {
    for (const int p : support.points) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (support.axes[axis]) held[3 * static_cast<std::size_t>(p) + axis] = true;
      }
    }
  }
  if (std::all_of(held.begin(), held.end(), [](bool h) { return h; })) {
    keys.find("support")->refuse("all points are held and none is left to move");
  }
  if (solve.method != Method::static_) return;
  const std::string motion = free_motion(plate, supports);
  if (motion.empty()) return;
  const std::string how = fmt::format(
      "nothing keeps {}, so it has no equilibrium; add [[plate.support]] where = \"left\", hold = "
      "\"clamped\", or hold = [\"z\"] for a single axis",
      motion);
  if (const auto support = keys.find("support")) support->refuse(how);
  keys.need("support", how);
}

bool has_boundary_edge(const std::vector<int>& points, const MeshTopology& topology) {
  return std::any_of(topology.edges.begin(), topology.edges.end(), [&](const MeshEdge& edge) {
    return edge.boundary() && has(points, edge.points[0]) && has(points, edge.points[1]);
  });
}

}  // namespace

std::vector<SceneSupport> read_supports(const Keys& keys, const ScenePlate& plate, const PlateMesh& mesh,
                                        const SceneSolve& solve) {
  const std::vector<Entry> entries = keys.tables("support", "[[plate.support]]");
  if (entries.size() > kMostSupports) keys.find("support")->refuse(fmt::format("at most {}", kMostSupports));
  std::vector<SceneSupport> supports;
  for (const Entry& entry : entries) supports.push_back(read_support(entry, plate, mesh, solve));
  check_overlaps(entries, supports);
  check_held(keys, plate, supports, solve);
  return supports;
}

std::vector<SceneLoad> read_loads(const Keys& keys, const PlateMesh& mesh) {
  const std::vector<Entry> entries = keys.tables("force", "[[plate.force]]");
  if (entries.size() > kMostSupports) keys.find("force")->refuse(fmt::format("at most {}", kMostSupports));
  std::vector<SceneLoad> loads;
  for (const Entry& entry : entries) {
    const Keys force(entry, {"where", "force", "moment", "when"});
    SceneLoad load;
    load.points = read_where(force, mesh);
    read_pull(force, load);
    if (!load.moment.isZero(0) && !has_boundary_edge(load.points, mesh_topology(mesh.mesh))) {
      force.find("moment")->refuse("a moment acts on edges of the boundary, and there is none between these points");
    }
    loads.push_back(load);
  }
  return loads;
}

std::vector<SceneSpring> read_springs(const Keys& keys, const PlateMesh& mesh, BodySize size, const SceneSolve& solve) {
  const std::vector<Entry> entries = keys.tables("spring", "[[plate.spring]]");
  if (entries.size() > kMostSupports) keys.find("spring")->refuse(fmt::format("at most {}", kMostSupports));
  std::vector<SceneSpring> springs;
  for (const Entry& entry : entries) {
    const Keys of(entry, {"where", "to", "other", "stiffness", "length", "move"});
    SceneSpring& read = springs.emplace_back();
    ShellSpring& spring = read.spring;
    spring.points = read_where(of, mesh);
    const auto to = of.find("to"), other = of.find("other");
    if (to.has_value() == other.has_value()) {
      entry.refuse("give one of to, a place in space, and other, a point of the plate as { near = [0, 0, 0] }");
    }
    if (to) spring.place.position = read_near(*to, size);
    if (other) {
      const Keys where(*other, {"near"});
      const Eigen::Vector3d near =
          where.need("near", "a place of the mesh, as near = [0, 0, 0]").vector(dimension::length);
      const auto& points = mesh.mesh.points;
      const auto nearer = [&](const auto& a, const auto& b) { return (a - near).norm() < (b - near).norm(); };
      spring.other = static_cast<int>(std::min_element(points.begin(), points.end(), nearer) - points.begin());
      if (std::find(spring.points.begin(), spring.points.end(), spring.other) != spring.points.end()) {
        other->refuse("is a point at which the spring pulls from the other side");
      }
      if (const auto move = of.find("move")) move->refuse("only a place in space moves");
    }
    const Entry stiffness = of.need("stiffness", "force over length, as stiffness = \"100 N/m\"");
    spring.stiffness = stiffness.positive(kSpring);
    if (const auto length = of.find("length")) spring.length = length->not_negative(dimension::length);
    if (to) read_motion(of, size, solve, read);
  }
  return springs;
}

}  // namespace plumb
