#include <plumb/scene/bodies/solid/read_solid_supports.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/scene/read/body_extent.h>
#include <plumb/scene/read/free_motion.h>
#include <plumb/scene/read/read_holds.h>
#include <plumb/scene/read/read_motion.h>
#include <plumb/scene/read/read_ramp.h>
#include <plumb/scene/read/read_where.h>

namespace plumb {
namespace {

constexpr std::size_t kMostSupports = 100;

SceneHold read_support(const Entry& entry, const SceneSolid& solid, const SolidMesh& mesh, const SceneSolve& solve) {
  const Keys keys(entry, {"where", "hold", "move", "turn"});
  SceneHold support;
  support.points = read_where(keys, {mesh.mesh.points, mesh.sides});
  const Entry hold = keys.need("hold", "clamped or axes, as hold = \"clamped\" or hold = [\"z\"]");
  if (hold.is_list()) {
    support.axes = read_axes(hold);
  } else {
    hold.choice({"clamped"});
  }
  support.pose.position = middle_of(solid.initial, support.points);
  read_motion_of_hold(keys, {extent_of(solid.initial).size(), "the size of the solid"}, solve, support);
  return support;
}

/// Have the points a triangle of the outside between them?
bool have_triangle(const std::vector<int>& points, const TetrahedralMesh& mesh) {
  const auto has = [&](int p) { return std::binary_search(points.begin(), points.end(), p); };
  const auto triangles = outer_triangles(mesh);
  return std::any_of(triangles.begin(), triangles.end(),
                     [&](const auto& t) { return has(t[0]) && has(t[1]) && has(t[2]); });
}

}  // namespace

std::vector<SceneHold> read_supports(const Keys& keys, const SceneSolid& solid, const SolidMesh& mesh,
                                     const SceneSolve& solve) {
  const std::vector<Entry> entries = keys.tables("support", "[[solid.support]]");
  if (entries.size() > kMostSupports) keys.find("support")->refuse(fmt::format("at most {}", kMostSupports));
  std::vector<SceneHold> supports;
  for (const Entry& entry : entries) supports.push_back(read_support(entry, solid, mesh, solve));
  check_common_points(entries, supports);
  check_any_free(keys, solid.rest.points.size(), supports);
  if (solve.method == Method::static_) {
    const std::vector<int> parts = connected_parts(solid.initial.size(), solid.rest.tetrahedra);
    check_no_free_motion(keys, free_motion(resistances(solid.initial, parts, supports), "solid"),
                         "[[solid.support]] where = \"bottom\", hold = \"clamped\"");
  }
  return supports;
}

std::vector<SceneLoad> read_loads(const Keys& keys, const SolidMesh& mesh) {
  const std::vector<Entry> entries = keys.tables("force", "[[solid.force]]");
  if (entries.size() > kMostSupports) keys.find("force")->refuse(fmt::format("at most {}", kMostSupports));
  std::vector<SceneLoad> loads;
  for (const Entry& entry : entries) {
    const Keys force(entry, {"where", "force", "moment", "when"});
    if (const auto moment = force.find("moment")) {
      moment->refuse("it would have to be said how a moment is spread in a solid; turn a support, or give two forces");
    }
    SceneLoad load;
    load.points = read_where(force, {mesh.mesh.points, mesh.sides});
    read_pull(force, load);
    loads.push_back(load);
  }
  return loads;
}

void read_pressure(const Keys& keys, const SolidMesh& mesh, SceneSolid& solid) {
  const auto entry = keys.find("pressure");
  if (!entry) return;
  const Keys pressure(*entry, {"value", "when", "where"});
  solid.pressure = pressure.need("value", "how large, as value = \"100 Pa\"").quantity(dimension::pressure);
  if (const auto when = pressure.find("when")) solid.pressure_scale = read_ramp(*when);
  const auto where = pressure.find("where");
  if (!where) return;
  solid.pressed = read_where(pressure, {mesh.mesh.points, mesh.sides});
  if (!have_triangle(solid.pressed, mesh.mesh)) {
    where->refuse("pressure acts on triangles of the outside, and there is none between these points");
  }
}

}  // namespace plumb
