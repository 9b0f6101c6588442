#include <plumb/scene/read_supports.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include <plumb/geometry/mesh_topology.h>
#include <plumb/scene/plate_extent.h>
#include <plumb/scene/read_motion.h>
#include <plumb/scene/read_where.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kMostSupports = 100;
const std::vector<std::string> kHolds{"clamped", "hinged", "symmetric"};

bool has(const std::vector<int>& ascending, int point) {
  return std::binary_search(ascending.begin(), ascending.end(), point);
}

Vector3d middle(const std::vector<Vector3d>& at, const std::vector<int>& points) {
  Vector3d sum = Vector3d::Zero();
  for (const int p : points) sum += at[static_cast<std::size_t>(p)] / static_cast<double>(points.size());
  return sum;
}

/// Do all points have one coordinate along this axis?
bool on_plane(const std::vector<Vector3d>& at, const std::vector<int>& points, int axis, double extent) {
  const double first = at[static_cast<std::size_t>(points.front())][axis];
  return std::all_of(points.begin(), points.end(),
                     [&](int p) { return std::abs(at[static_cast<std::size_t>(p)][axis] - first) <= 1e-10 * extent; });
}

/// The axis that the plane of symmetry is normal to. A straight edge lies in many planes: the one across the plate,
/// along whose normal the plate extends furthest, is meant.
int symmetry_axis(const Entry& place, const ScenePlate& plate, const std::vector<int>& points) {
  const PlateExtent extent = extent_of(plate.initial);
  int best = -1;
  for (int axis = 0; axis < 3; ++axis) {
    if (!on_plane(plate.initial, points, axis, extent.size())) continue;
    if (!(extent.sides()[axis] > 1e-6 * extent.size())) continue;
    if (best < 0 || extent.sides()[axis] > extent.sides()[best]) best = axis;
  }
  if (best < 0)
    place.refuse("its points lie in no plane across the plate that is normal to x, y or z, so it cannot be symmetric");
  return best;
}

Pose plane(int axis, const Vector3d& through) {
  return {through, Vector3d::Unit(axis), Vector3d::Unit((axis + 1) % 3)};
}

SceneSupport read_support(const Entry& entry, const ScenePlate& plate, const PlateMesh& mesh, const SceneSolve& solve) {
  const Keys keys(entry, {"where", "hold", "move", "turn"});
  SceneSupport support;
  support.points = read_where(keys, mesh);
  support.hold =
      static_cast<Hold>(keys.need("hold", "clamped, hinged or symmetric, as hold = \"clamped\"").choice(kHolds));
  support.pose.position = middle(plate.initial, support.points);
  if (support.hold != Hold::symmetric) {
    read_motion(keys, size_of_plate(extent_of(plate.initial).size()), solve, support);
    return support;
  }
  for (const auto key : {"move", "turn"}) {
    if (const auto motion = keys.find(key)) motion->refuse("a plane of symmetry stays where it is; leave it out");
  }
  const int axis = symmetry_axis(entry, plate, support.points);
  // The very coordinate of its points, not their mean.
  support.pose = plane(axis, plate.initial[static_cast<std::size_t>(support.points.front())]);
  return support;
}

bool moves(const SceneMotion& motion) { return !motion.move.isZero(0) || motion.turn != 0; }

/// Does a motion keep its points in the planes normal to this direction?
bool keeps_plane(const SceneMotion& motion, const Vector3d& normal) {
  return std::abs(motion.move.dot(normal)) <= 1e-12 * motion.move.norm() &&
         (motion.turn == 0 || motion.turn_axis.cross(normal).norm() < 1e-9);
}

bool contradict(const SceneSupport& a, const SceneSupport& b) {
  const bool a_plane = a.hold == Hold::symmetric, b_plane = b.hold == Hold::symmetric;
  if (a_plane && b_plane) return false;
  if (a_plane) return !keeps_plane(b, a.pose.tangent);
  if (b_plane) return !keeps_plane(a, b.pose.tangent);
  return moves(a) || moves(b);
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

/// Two neighbours in a clamp hold the direction between them.
bool holds_direction(const SceneSupport& support, const TriangleMesh& mesh) {
  if (support.hold != Hold::clamped) return false;
  return std::any_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const std::array<int, 3>& t) {
    return has(support.points, t[0]) + has(support.points, t[1]) + has(support.points, t[2]) >= 2;
  });
}

/// Can the plate move as a rigid body? The six rigid motions, as held points see them, are then dependent.
bool is_loose(const ScenePlate& plate, const std::vector<SceneSupport>& supports) {
  const PlateExtent extent = extent_of(plate.initial);
  Eigen::Matrix<double, 6, 6> sum = Eigen::Matrix<double, 6, 6>::Zero();
  for (const SceneSupport& support : supports) {
    if (holds_direction(support, plate.rest)) return false;
    for (const int p : support.points) {
      const Vector3d x = (plate.initial[static_cast<std::size_t>(p)] - extent.middle()) / extent.size();
      for (int axis = 0; axis < 3; ++axis) {
        if (support.hold == Hold::symmetric && std::abs(support.pose.tangent[axis]) < 0.5) continue;
        Eigen::Matrix<double, 6, 1> row;
        row << Vector3d::Unit(axis), x.cross(Vector3d::Unit(axis));
        sum += row * row.transpose() / static_cast<double>(support.points.size());
      }
    }
    // A mirror holds the direction of an edge too: the shell does not turn about it.
    if (support.hold == Hold::symmetric && support.points.size() > 1) {
      for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(support.pose.tangent[axis]) < 0.5) sum(3 + axis, 3 + axis) += 1;
      }
    }
  }
  return !(Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>>(sum).eigenvalues()[0] > 1e-12);
}

void check_held(const Keys& keys, const ScenePlate& plate, const std::vector<SceneSupport>& supports,
                const SceneSolve& solve) {
  std::vector<bool> held(plate.rest.points.size(), false);
  for (const SceneSupport& support : supports) {
    if (support.hold == Hold::symmetric) continue;
    for (const int p : support.points) held[static_cast<std::size_t>(p)] = true;
  }
  if (std::all_of(held.begin(), held.end(), [](bool h) { return h; })) {
    keys.find("support")->refuse("all points are held and none is left to move");
  }
  if (solve.method != Method::static_ || !is_loose(plate, supports)) return;
  constexpr std::string_view kHow =
      "nothing keeps the plate from moving as a rigid body, so it has no equilibrium; add [[plate.support]] where = "
      "\"left\", hold = \"clamped\"";
  if (const auto support = keys.find("support")) support->refuse(kHow);
  keys.need("support", kHow);
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

}  // namespace plumb
