// The kind of body [rod]: one of five models.

#include <plumb/scene/bodies/rod/read_clamps.h>
#include <plumb/scene/bodies/rod/read_stiffness.h>
#include <plumb/scene/bodies/rod/read_strains.h>
#include <plumb/scene/bodies/rod/read_through.h>
#include <plumb/scene/bodies/rod/rod_body.h>
#include <plumb/scene/read/read_bodies.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

constexpr RodKind kKinds[] = {RodKind::discrete_elastic_rod, RodKind::super_helix, RodKind::super_clothoid,
                              RodKind::super_ribbon, RodKind::timoshenko_beam};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const RodKind kind : kKinds) names.emplace_back(name(kind));
  return names;
}

void read_start(const Keys& keys, SceneRod& rod) {
  const auto start = keys.find("start");
  if (start) rod.start = read_pose(Keys(*start, {"position", "tangent", "director"}), length_of_rod(rod.length));
  for (const SceneClamp& clamp : rod.clamps) {
    if (clamp.at != 0 || !clamp.pose) continue;
    if (start) start->refuse("the clamp at the start says already where it is; leave one of them out");
    rod.start = *clamp.pose;
  }
}

/// A super-ribbon is flat without loads and at first, and it does not move.
void check_ribbon(const Keys& keys, const SceneSolve& solve) {
  for (const char* key : {"natural", "initial"}) {
    if (const auto entry = keys.find(key))
      entry->refuse("a super-ribbon is flat without loads, and starts so; leave it out");
  }
  if (solve.method == Method::static_) return;
  keys.find("model")->refuse(
      "a super-ribbon has equilibria only, for the generators of a flat strip have no inertia; for a motion take a "
      "[plate], or solve.method = \"static\"");
}

/// Takes a rod that is a copy to its place.
void move_copy(const Copy& copy, SceneRod& rod) {
  if (copy.alone()) return;
  const std::shared_ptr<const RodBody> here = rod_body(rod);
  const Eigen::Vector3d middle = middle_of(here->points(here->model().initial));
  rod.name += copy.suffix;
  rod.start = copy.moved(rod.start, middle);
  for (Eigen::Vector3d& node : rod.initial_nodes) node = copy.moved(node, middle);
  for (SceneClamp& clamp : rod.clamps) {
    if (clamp.pose) clamp.pose = copy.moved(*clamp.pose, middle);
  }
}

std::shared_ptr<const Body> read_rod(const Entry& entry, const Copy& copy, const SceneSolve& solve, const MeshReader&) {
  const Keys keys(entry, {"name", "model", "n", "length", "material", "section", "stiffness", "natural", "initial",
                          "start", "damping", "clamp", "force", "copies"});
  SceneRod rod;
  rod.name = read_name(keys, "rod");
  const Entry model = keys.need("model", "give it, as model = \"discrete-elastic-rod\"");
  rod.kind = kKinds[model.choice(kind_names())];
  rod.n = keys.need("n", "the number of elements, as n = 100").whole_number(1, most_elements(rod.kind));
  rod.length = keys.need("length", "give it, as length = \"20 cm\"").positive(dimension::length);
  if (rod.kind == RodKind::super_ribbon) check_ribbon(keys, solve);
  read_stiffness(keys, rod);
  if (const auto natural = keys.find("natural")) rod.natural = read_strains(*natural, rod);
  const auto initial = keys.find("initial");
  const auto through = initial ? points_of(*initial) : std::nullopt;
  rod.initial = initial && !through ? read_strains(*initial, rod) : rod.natural;
  if (const auto damping = keys.find("damping")) rod.damping = damping->not_negative(dimension::time);
  rod.clamps = read_clamps(keys, rod, solve);
  rod.forces = read_forces(keys, rod);
  read_start(keys, rod);
  if (through) read_through(*through, rod);
  move_copy(copy, rod);
  return rod_body(rod);
}

}  // namespace
}  // namespace plumb

namespace bodies {

plumb::BodyKind const* rod() {
  static const plumb::BodyKind kind{"rod", 1, plumb::read_rod};
  return &kind;
}

}  // namespace bodies
