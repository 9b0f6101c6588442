// The kind of body [plate]: a shell of triangles.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/scene/bodies/plate/plate_body.h>
#include <plumb/scene/bodies/plate/plate_extent.h>
#include <plumb/scene/bodies/plate/read_mesh.h>
#include <plumb/scene/bodies/plate/read_remesh.h>
#include <plumb/scene/bodies/plate/read_supports.h>
#include <plumb/scene/read/read_bodies.h>
#include <plumb/scene/read/read_material.h>
#include <plumb/scene/read/read_pose.h>
#include <plumb/scene/read/read_ramp.h>

namespace plumb {
namespace {

const std::vector<std::string> kMembranes{"stvk", "neo-hookean", "principal-stretch"};
const std::vector<std::string> kBendings{"average", "sin", "tan", "theta", "hinge", "quadratic"};

/// Rolled about the y axis to a curvature, the x axis onto a circle; what was flat curves towards z.
TriangleMesh rolled(TriangleMesh mesh, double curvature, const Entry& place) {
  const BodyExtent extent = extent_of(mesh.points);
  if (extent.sides().z() > 1e-9 * extent.size()) place.refuse("only a mesh in the x-y plane can be rolled");
  if (curvature == 0) return mesh;
  double longest = 0;
  for (const auto& t : mesh.triangles) {
    const auto x = [&](std::size_t i) { return mesh.points[static_cast<std::size_t>(t[i])].x(); };
    longest = std::max(longest, std::max({x(0), x(1), x(2)}) - std::min({x(0), x(1), x(2)}));
  }
  if (!(std::abs(curvature) * longest <= 1)) {
    place.refuse(fmt::format("turns by {:.3g} rad along a triangle, at most 1 rad can be resolved; make the mesh finer",
                             std::abs(curvature) * longest));
  }
  for (auto& p : mesh.points) {
    const double angle = curvature * p.x(), half = std::sin(0.5 * angle);
    p = {std::sin(angle) / curvature, p.y(), 2 * half * half / curvature};
  }
  return mesh;
}

TriangleMesh read_rest(const Entry& entry, const TriangleMesh& mesh, const MeshReader& read_mesh) {
  const Keys keys(entry, {"mesh", "scale", "curvature"});
  const auto other = keys.find("mesh"), scale = keys.find("scale"), curvature = keys.find("curvature");
  if (int{other.has_value()} + int{scale.has_value()} + int{curvature.has_value()} != 1) {
    entry.refuse("give one of mesh, scale and curvature");
  }
  if (curvature) return rolled(mesh, curvature->quantity(dimension::curvature), *curvature);
  if (scale) {
    const double factor = scale->positive(dimension::none);
    if (!(factor > 0.1 && factor < 10)) scale->refuse(fmt::format("between 0.1 and 10, got {}", factor));
    TriangleMesh scaled = mesh;
    for (auto& p : scaled.points) p *= factor;
    return scaled;
  }
  TriangleMesh rest = read_plate_mesh(*other, read_mesh).mesh;
  if (rest.points.size() != mesh.points.size() || rest.triangles != mesh.triangles) {
    other->refuse(
        fmt::format("must have the points and triangles of plate.mesh in other places, but has {} points and "
                    "{} triangles, numbered otherwise",
                    rest.points.size(), rest.triangles.size()));
  }
  return rest;
}

/// The fabric that the plate is made of, with its warp in the coordinates of the mesh.
void read_weave(const Keys& keys, ScenePlate& plate) {
  const auto entry = keys.find("weave");
  if (!entry) return;
  const Keys weave(*entry, {"warp", "weft", "shear", "bias", "nu", "direction"});
  ShellWeave& made = plate.weave.emplace();
  Weave& w = made.weave;
  w.warp = weave.need("warp", "Young's modulus along the warp, as warp = \"20 MPa\"").positive(dimension::pressure);
  w.weft = weave.need("weft", "Young's modulus along the weft, as weft = \"10 MPa\"").positive(dimension::pressure);
  if (const auto nu = weave.find("nu")) w.poisson = nu->quantity(dimension::none);
  const auto shear = weave.find("shear"), bias = weave.find("bias");
  if (shear.has_value() == bias.has_value()) {
    entry->refuse(
        "give one of shear, the modulus between the threads, and bias, Young's modulus at 45 degrees to them");
  }
  if (shear) w.shear = shear->positive(dimension::pressure);
  if (bias) {
    w.shear = Weave::shear_of_bias(w.warp, w.weft, w.poisson, bias->positive(dimension::pressure));
    if (!(w.shear > 0))
      bias->refuse("no fabric with this warp, weft and nu is so stiff along the bias, whatever its shear");
  }
  if (!w.stable()) {
    entry->refuse("no material has such a nu: its square must be below warp over weft");
  }
  if (const auto direction = weave.find("direction")) made.warp = read_direction(*direction);
  if (plate.membrane != MembraneLaw::st_venant_kirchhoff) {
    entry->refuse("only membrane = \"stvk\" can be woven; leave membrane out");
  }
}

/// Both shapes are placed, so that planes of symmetry see them alike.
void place(const Keys& keys, const Copy& copy, ScenePlate& plate) {
  if (const auto entry = keys.find("place")) {
    const BodySize size = size_of_plate(plate.initial);
    const Pose pose = read_pose(Keys(*entry, {"position", "tangent", "director"}), size);
    for (auto* points : {&plate.rest.points, &plate.initial}) {
      for (auto& p : *points) p = pose.position + pose.frame() * p;
    }
    if (plate.weave) plate.weave->warp = pose.frame() * plate.weave->warp;
  }
  if (copy.alone()) return;
  if (plate.weave) plate.weave->warp = copy.turn * plate.weave->warp;
  plate.name += copy.suffix;
  const Eigen::Vector3d middle = middle_of(plate.initial);
  for (auto* points : {&plate.rest.points, &plate.initial}) {
    for (auto& p : *points) p = copy.moved(p, middle);
  }
}

/// What triangles are made of must be numbers that can be computed with.
void check_magnitudes(const Entry& place, const ScenePlate& plate) {
  const SheetMaterial& m = plate.material;
  double smallest = area(plate.rest, 0), largest = smallest;
  for (std::size_t k = 0; k < plate.rest.triangles.size(); ++k) {
    const double a = area(plate.rest, static_cast<int>(k));
    smallest = std::min(smallest, a);
    largest = std::max(largest, a);
  }
  const Weave weave = plate.weave ? plate.weave->weave : Weave{m.young, m.young, m.young, 0};
  const std::pair<std::string_view, double> quantities[] = {
      {"bending stiffness", m.bending_stiffness()},
      {"membrane stiffness E t", m.young * m.thickness},
      {"stiffness of the warp", weave.warp * m.thickness},
      {"stiffness of the weft", weave.weft * m.thickness},
      {"stiffness of the weave's shear", weave.shear * m.thickness},
      {"bending stiffness of a triangle", m.bending_stiffness() / smallest},
      {"bending stiffness of a triangle", m.bending_stiffness() / largest},
      {"smallest triangle, squared", smallest * smallest},
      {"largest triangle, squared", largest * largest},
      {"mass of a triangle", plate.density * m.thickness * smallest},
      {"inertia of a triangle's normal", plate.density * m.thickness * m.thickness * m.thickness * smallest},
  };
  for (const auto& [what, value] : quantities) {
    if (!std::isnormal(value) || value > 1e150 || value < 1e-150) {
      place.refuse(
          fmt::format("its {} comes out as {:.3g}, which cannot be computed with; are the units right?", what, value));
    }
  }
}

void read_pressure(const Keys& keys, ScenePlate& plate) {
  const auto entry = keys.find("pressure");
  if (!entry) return;
  const Keys pressure(*entry, {"value", "when"});
  plate.pressure = pressure.need("value", "how large, as value = \"100 Pa\"").quantity(dimension::pressure);
  if (const auto when = pressure.find("when")) plate.pressure_scale = read_ramp(*when);
}

/// Returns the body with its model, for some mistakes only show when the shell is put together, as folds of its rest
/// shape, and some when its mesh is to change.
std::shared_ptr<const Body> built(const Entry& place, ScenePlate plate) {
  auto body = std::make_shared<PlateBody>(std::move(plate));
  try {
    body->model();
    body->check_remeshing();
  } catch (const UserError& error) {
    place.refuse(error.what());
  }
  return body;
}

std::shared_ptr<const Body> read_plate(const Entry& entry, const Copy& copy, const SceneSolve& solve,
                                       const MeshReader& read_mesh) {
  const Keys keys(entry, {"name", "mesh", "rest", "place", "membrane", "weave", "bending", "thickness", "material",
                          "damping", "support", "force", "spring", "pressure", "remesh", "copies"});
  ScenePlate plate;
  plate.name = read_name(keys, "plate");
  const PlateMesh mesh = read_plate_mesh(
      keys.need("mesh", "give it, as mesh = { shape = \"rectangle\", length = 1, width = 1, nx = 10, ny = 10 }"),
      read_mesh);
  const auto rest = keys.find("rest");
  plate.rest = rest ? read_rest(*rest, mesh.mesh, read_mesh) : mesh.mesh;
  plate.initial = mesh.mesh.points;
  if (const auto membrane = keys.find("membrane"))
    plate.membrane = static_cast<MembraneLaw>(membrane->choice(kMembranes));
  read_weave(keys, plate);
  place(keys, copy, plate);

  if (const auto bending = keys.find("bending")) plate.bending = static_cast<ShellBending>(bending->choice(kBendings));
  const Entry thickness = keys.need("thickness", "give it, as thickness = \"1 mm\"");
  plate.material.thickness = thickness.positive(dimension::length);
  const SceneMaterial material =
      read_material(keys.need("material", "give it, as material = { E = \"1 MPa\", nu = 0.3, rho = \"1200 kg/m^3\" }"));
  plate.material.young = material.young;
  plate.material.poisson = material.poisson;
  plate.density = material.density;
  check_magnitudes(thickness, plate);
  if (const auto damping = keys.find("damping")) plate.damping = damping->not_negative(dimension::time);

  plate.supports = read_supports(keys, plate, mesh, solve);
  plate.loads = read_loads(keys, mesh);
  plate.springs = read_springs(keys, mesh, size_of_plate(plate.initial), solve);
  read_pressure(keys, plate);
  plate.remesh = read_remesh(keys, plate, solve);
  return built(entry, std::move(plate));
}

}  // namespace
}  // namespace plumb

namespace bodies {

plumb::BodyKind const* plate() {
  static const plumb::BodyKind kind{"plate", 2, plumb::read_plate};
  return &kind;
}

}  // namespace bodies
