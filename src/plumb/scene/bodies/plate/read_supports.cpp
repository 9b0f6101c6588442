#include <plumb/scene/bodies/plate/read_supports.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <plumb/geometry/mesh_topology.h>
#include <plumb/scene/bodies/plate/mirror_plane.h>
#include <plumb/scene/bodies/plate/plate_extent.h>
#include <plumb/scene/read/free_motion.h>
#include <plumb/scene/read/read_holds.h>
#include <plumb/scene/read/read_motion.h>
#include <plumb/scene/read/read_pose.h>
#include <plumb/scene/read/read_where.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kMostSupports = 100;
constexpr Dimension kSpring{0, 1, -2};  // N/m
const std::vector<std::string> kHolds{"clamped", "hinged", "symmetric"};

bool has(const std::vector<int>& ascending, int point) {
  return std::binary_search(ascending.begin(), ascending.end(), point);
}

/// "clamped", "hinged", "symmetric", or the axes along which points are held.
void read_hold(const Entry& entry, SceneSupport& support) {
  if (!entry.is_list()) {
    support.hold = static_cast<Hold>(entry.choice(kHolds));
    return;
  }
  support.hold = Hold::hinged;
  support.axes = read_axes(entry);
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

SceneSupport read_support(const Entry& entry, const ScenePlate& plate, const PlateMesh& mesh, const SceneSolve& solve) {
  const Keys keys(entry, {"where", "hold", "normal", "move", "turn"});
  SceneSupport support;
  support.points = read_where(keys, {mesh.mesh.points, mesh.sides});
  read_hold(keys.need("hold", "clamped, hinged, symmetric or axes, as hold = \"clamped\" or hold = [\"z\"]"), support);
  support.pose.position = middle_of(plate.initial, support.points);
  if (support.hold == Hold::symmetric) {
    read_mirror(keys, plate, support);
    return support;
  }
  if (const auto normal = keys.find("normal")) normal->refuse("only of hold = \"symmetric\"; leave it out");
  read_motion_of_hold(keys, size_of_plate(plate.initial), solve, support);
  return support;
}

/// How strongly a support resists turns of a triangle with two of its points: a clamp holds the direction between them,
/// and a mirror keeps the plate from turning about it.
Resistance direction_held(const SceneSupport& support) {
  Resistance held = Resistance::Zero();
  if (support.hold == Hold::clamped) held.setIdentity();
  for (int axis = 0; axis < 3 && support.hold == Hold::symmetric; ++axis) {
    if (!support.axes[static_cast<std::size_t>(axis)]) held(3 + axis, 3 + axis) = 1;
  }
  return held;
}

/// A rigid motion that no support resists, in words; empty: there is none.
std::string free_motion_of(const ScenePlate& plate, const std::vector<SceneSupport>& supports,
                           const std::vector<SceneHold>& holds) {
  const std::vector<int> parts = connected_parts(plate.initial.size(), plate.rest.triangles);
  std::map<int, Resistance> sums = resistances(plate.initial, parts, holds);
  for (const SceneSupport& support : supports) {
    const Resistance direction = direction_held(support);
    for (const auto& t : plate.rest.triangles) {
      if (has(support.points, t[0]) + has(support.points, t[1]) + has(support.points, t[2]) >= 2) {
        sums.at(parts[static_cast<std::size_t>(t[0])]) += direction / static_cast<double>(plate.rest.triangles.size());
      }
    }
  }
  return free_motion(sums, "plate");
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
  const std::vector<SceneHold> holds(supports.begin(), supports.end());
  check_common_points(entries, holds);
  check_any_free(keys, plate.rest.points.size(), holds);
  if (solve.method == Method::static_) {
    check_no_free_motion(keys, free_motion_of(plate, supports, holds),
                         "[[plate.support]] where = \"left\", hold = \"clamped\"");
  }
  return supports;
}

std::vector<SceneLoad> read_loads(const Keys& keys, const PlateMesh& mesh) {
  const std::vector<Entry> entries = keys.tables("force", "[[plate.force]]");
  if (entries.size() > kMostSupports) keys.find("force")->refuse(fmt::format("at most {}", kMostSupports));
  std::vector<SceneLoad> loads;
  for (const Entry& entry : entries) {
    const Keys force(entry, {"where", "force", "moment", "when"});
    SceneLoad load;
    load.points = read_where(force, {mesh.mesh.points, mesh.sides});
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
    spring.points = read_where(of, {mesh.mesh.points, mesh.sides});
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
