// The kind of body [solid]: a solid of tetrahedra.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/bodies/solid/read_solid_supports.h>
#include <plumb/scene/bodies/solid/solid_body.h>
#include <plumb/scene/read/body_extent.h>
#include <plumb/scene/read/read_bodies.h>
#include <plumb/scene/read/read_material.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr SolidLaw kLaws[] = {SolidLaw::stable_neo_hookean, SolidLaw::neo_hookean, SolidLaw::corotated,
                              SolidLaw::st_venant_kirchhoff};
const std::vector<std::string> kStarts{"random", "inverted", "flat", "point"};
constexpr Dimension kVelocity{1, 0, -1};
/// A skin that is not told, as a part of the size of a solid, and at most of its shortest edge.
constexpr double kSkin = 1e-3, kSkinOfEdge = 0.05;

SolidLaw read_law(const Keys& keys) {
  const auto entry = keys.find("law");
  if (!entry) return kLaws[0];
  std::vector<std::string> names;
  for (const SolidLaw law : kLaws) names.emplace_back(name(law));
  return kLaws[entry->choice(names)];
}

/// The corners of all tetrahedra, in whatever order each has them.
std::vector<std::array<int, 4>> corners(std::vector<std::array<int, 4>> tetrahedra) {
  for (auto& t : tetrahedra) std::sort(t.begin(), t.end());
  return tetrahedra;
}

TetrahedralMesh read_rest(const Entry& entry, const TetrahedralMesh& mesh, const MeshReader& read_mesh) {
  const Keys keys(entry, {"mesh", "scale"});
  const auto other = keys.find("mesh"), scale = keys.find("scale");
  if (other.has_value() == scale.has_value()) entry.refuse("give one of mesh and scale");
  if (scale) {
    const double factor = scale->positive(dimension::none);
    if (!(factor > 0.1 && factor < 10)) scale->refuse(fmt::format("between 0.1 and 10, got {}", factor));
    TetrahedralMesh scaled = mesh;
    for (Vector3d& p : scaled.points) p *= factor;
    return scaled;
  }
  TetrahedralMesh rest = read_solid_mesh(*other, read_mesh).mesh;
  if (rest.points.size() != mesh.points.size() || corners(rest.tetrahedra) != corners(mesh.tetrahedra)) {
    other->refuse(
        fmt::format("must have the points and tetrahedra of solid.mesh in other places, but has {} points and {} "
                    "tetrahedra, numbered otherwise",
                    rest.points.size(), rest.tetrahedra.size()));
  }
  return rest;
}

void place(const Keys& keys, const Copy& copy, SceneSolid& solid) {
  if (const auto entry = keys.find("place")) {
    const BodySize size{extent_of(solid.initial).size(), "the size of the solid"};
    const Pose pose = read_pose(Keys(*entry, {"position", "tangent", "director"}), size);
    for (auto* points : {&solid.rest.points, &solid.initial}) {
      for (Vector3d& p : *points) p = pose.position + pose.frame() * p;
    }
  }
  if (copy.alone()) return;
  solid.name += copy.suffix;
  const Vector3d middle = middle_of(solid.initial);
  for (auto* points : {&solid.rest.points, &solid.initial}) {
    for (Vector3d& p : *points) p = copy.moved(p, middle);
  }
}

void read_stuff(const Keys& keys, SceneSolid& solid) {
  const Entry entry =
      keys.need("material", "give it, as material = { E = \"1 MPa\", nu = 0.4, rho = \"1200 kg/m^3\" }");
  const SceneMaterial material = read_material(entry);
  if (!(material.poisson < 0.5)) {
    entry.refuse("nu must be below 0.5, for tetrahedra cannot keep their volume exactly; 0.45 is nearly rubber");
  }
  solid.material = {read_law(keys), material.young, material.poisson};
  solid.density = material.density;
  if (const auto damping = keys.find("damping")) solid.damping = damping->not_negative(dimension::time);
}

/// What tetrahedra are made of must be numbers that can be computed with.
void check_magnitudes(const Entry& place, const SceneSolid& solid) {
  double smallest = HUGE_VAL, largest = 0;
  for (int k = 0; k < static_cast<int>(solid.rest.tetrahedra.size()); ++k) {
    const double v = volume(solid.rest, k);
    smallest = std::min(smallest, v);
    largest = std::max(largest, v);
  }
  const std::pair<std::string_view, double> quantities[] = {
      {"smallest volume of a tetrahedron", smallest},
      {"largest volume of a tetrahedron", largest},
      {"stiffness of a tetrahedron", solid.material.young * smallest},
      {"stiffness of a tetrahedron", (solid.material.mu() + solid.material.lambda()) * largest},
      {"mass of a tetrahedron", solid.density * smallest},
      {"mass of a tetrahedron", solid.density * largest},
  };
  for (const auto& [what, value] : quantities) {
    if (!std::isnormal(value) || value > 1e150 || value < 1e-150) {
      place.refuse(
          fmt::format("its {} comes out as {:.3g}, which cannot be computed with; are the units right?", what, value));
    }
  }
}

double shortest_edge_outside(const TetrahedralMesh& mesh) {
  double shortest = HUGE_VAL;
  for (const auto& t : outer_triangles(mesh)) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto x = [&](std::size_t corner) { return mesh.points[static_cast<std::size_t>(t[corner % 3])]; };
      shortest = std::min(shortest, (x(i + 1) - x(i)).norm());
    }
  }
  return shortest;
}

void read_skin(const Keys& keys, SceneSolid& solid) {
  const double size = extent_of(solid.initial).size();
  solid.skin = std::min(kSkin * size, kSkinOfEdge * shortest_edge_outside(solid.rest));
  const auto entry = keys.find("skin");
  if (!entry) return;
  solid.skin = entry->positive(dimension::length);
  if (!(solid.skin >= 1e-6 * size && solid.skin <= 0.1 * size)) {
    entry->refuse(fmt::format("between a millionth and a tenth of the size of the solid, {}, got {}",
                              format_quantity(size, dimension::length),
                              format_quantity(solid.skin, dimension::length)));
  }
}

void read_rates(const Keys& keys, const SceneSolve& solve, SceneSolid& solid) {
  const auto velocity = keys.find("velocity"), spin = keys.find("spin");
  for (const auto& entry : {velocity, spin}) {
    if (!entry) continue;
    if (solve.method == Method::static_) {
      entry->refuse("a static scene takes no time; leave it out, or choose another method");
    }
    if (!solid.supports.empty()) entry->refuse("what is held starts at rest; leave it out, or the supports");
  }
  if (velocity) solid.velocity = velocity->vector(kVelocity);
  if (spin) solid.spin = spin->vector(dimension::frequency);
}

/// Moves every coordinate that nothing holds to where a start of that name has it.
void scramble(std::size_t shape, int seed, SceneSolid& solid) {
  const BodyExtent box = extent_of(solid.initial);
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  solid.start = solid.initial;
  for (Vector3d& x : solid.start) {
    for (int axis = 0; axis < 3; ++axis) {
      const double share = std::ldexp(static_cast<double>(random() >> 11), -53);  // the same on every machine
      const double middle = box.middle()[axis];
      if (shape == 0) x[axis] = box.low[axis] + share * box.sides()[axis];
      if (shape == 1 && axis == 2) x[axis] = 2 * middle - x[axis];
      if (shape == 2 && axis == 2) x[axis] = middle;
      if (shape == 3) x[axis] = middle;
    }
  }
  for (const SceneHold& hold : solid.supports) {
    for (const int p : hold.points) {
      for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(p);
        if (hold.axes[static_cast<std::size_t>(axis)]) solid.start[i][axis] = solid.initial[i][axis];
      }
    }
  }
}

void read_start(const Keys& keys, const SceneSolve& solve, SceneSolid& solid) {
  const auto entry = keys.find("start");
  if (!entry) return;
  if (solve.method != Method::static_)
    entry->refuse("only the search for an equilibrium starts anywhere; leave it out");
  const Keys start(*entry, {"shape", "seed"});
  const std::size_t shape = start.need("shape", "as shape = \"random\"").choice(kStarts);
  const auto seed = start.find("seed");
  if (seed && shape != 0) seed->refuse("only of shape = \"random\"; leave it out");
  scramble(shape, seed ? seed->whole_number(0, 1000000000) : 1, solid);
}

/// Returns the body with its model, for some mistakes only show when the solid is put together.
std::shared_ptr<const Body> built(const Entry& place, SceneSolid solid) {
  auto body = std::make_shared<SolidBody>(std::move(solid));
  try {
    body->model();
  } catch (const UserError& error) {
    place.refuse(error.what());
  }
  return body;
}

std::shared_ptr<const Body> read_solid(const Entry& entry, const Copy& copy, const SceneSolve& solve,
                                       const MeshReader& read_mesh) {
  const Keys keys(entry, {"name", "mesh", "rest", "place", "law", "material", "damping", "start", "velocity", "spin",
                          "skin", "support", "force", "pressure", "copies"});
  SceneSolid solid;
  solid.name = read_name(keys, "solid");
  solid.moves = solve.method != Method::static_;
  const SolidMesh mesh = read_solid_mesh(
      keys.need("mesh", "give it, as mesh = { shape = \"box\", size = [1, 1, 1], n = [4, 4, 4] }"), read_mesh);
  const auto rest = keys.find("rest");
  solid.rest = rest ? read_rest(*rest, mesh.mesh, read_mesh) : mesh.mesh;
  solid.initial = mesh.mesh.points;
  place(keys, copy, solid);
  read_stuff(keys, solid);
  check_magnitudes(entry, solid);
  read_skin(keys, solid);
  solid.supports = read_supports(keys, solid, mesh, solve);
  solid.loads = read_loads(keys, mesh);
  read_pressure(keys, mesh, solid);
  read_rates(keys, solve, solid);
  read_start(keys, solve, solid);
  return built(entry, std::move(solid));
}

}  // namespace
}  // namespace plumb

namespace bodies {

plumb::BodyKind const* solid() {
  static const plumb::BodyKind kind{"solid", 3, plumb::read_solid};
  return &kind;
}

}  // namespace bodies
