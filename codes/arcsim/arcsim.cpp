// ARCSim: Bridson's hinges on a StVenant-Kirchhoff membrane, moved by one linear solve a step until they rest; on
// plumb/model/shell and plumb/step/settle. Three rows: on a mesh that follows the shape, on a fixed one, and with
// Bridson's own measure of the bend.

#include <codes/plate_trial/settled_plate.h>

namespace codes {
namespace {

using plumb::HingeMeasure;

constexpr judge::Knobs kCantilever{.n = 120, .dt = kSettlingStep, .tol = kRest};
constexpr judge::Knobs kUpright{.n = 25, .dt = 10, .tol = kRest};

SettledPlate settled(HingeMeasure measure, bool adaptive) {
  SettledPlate plate;
  plate.triangles.bending = plumb::ShellBending::hinge;
  plate.triangles.hinge_factor = plumb::kBridsonHinge;
  plate.triangles.hinge_measure = measure;
  plate.adaptive = adaptive;
  return plate;
}

judge::Card card() {
  judge::Card c;
  c.name = "arcsim";
  c.title = "Arcsim";
  c.kind = "Plate";
  c.paper = "Narain et al. 2012, Bridson et al. 2003";
  c.summary =
      "Hinges with Bridson's constant, E = D/8 sum |e|^2/(A1 + A2) theta^2 in the dihedral angle, on a StVenant-"
      "Kirchhoff membrane. Unknowns: points. Dynamic: backward Euler with one linear solve a step on convex Hessians, "
      "repeated until no point is faster than tol; dt and tol are in units of sqrt(rho h L^4/D) and of lengths over "
      "that. The mesh is adapted after every eighth step, ten times for each load: edges of n cells where the plate "
      "bends, up to 24 times that "
      "elsewhere. The clamp holds two rows of points: its plane is halfway. A strip bends as one of D/4 does. No "
      "contact. See docs/arcsim.md.";
  c.protocols["cantilever"] = {.paper = "KO", .verdict = "KO", .knobs = kCantilever};
  c.protocols["cantilever/redundant"] = {.paper = "KO", .verdict = "KO", .knobs = kCantilever};
  c.protocols["lateral-buckling"] = {.paper = "x", .verdict = "KO", .knobs = kUpright};
  return c;
}

judge::Card fixed_card() {
  judge::Card c = card();
  c.name = "arcsim/fixed";
  c.title = "Arcsim Non Adaptive";
  c.summary = "Arcsim on a mesh of equilateral triangles that does not change; more cells refine. See docs/arcsim.md.";
  return c;
}

judge::Card sine_card() {
  judge::Card c = card();
  c.name = "arcsim/sine";
  c.title = "Arcsim, Bridson's sine";
  c.summary =
      "Arcsim Non Adaptive with the moment of Bridson et al., which goes with the sine of half the angle and not with "
      "the angle: the same where the angles of hinges are small. See docs/arcsim.md.";
  for (auto& [protocol, expectation] : c.protocols) expectation.paper = "";
  return c;
}

}  // namespace

judge::Code const* arcsim() {
  static const PlateCode fixed(fixed_card(), settled(HingeMeasure::angle, false));
  static const PlateCode sine(sine_card(), settled(HingeMeasure::half_sine, false));
  static const PlateCode adaptive(card(), settled(HingeMeasure::angle, true), {&fixed, &sine});
  return &adaptive;
}

}  // namespace codes
