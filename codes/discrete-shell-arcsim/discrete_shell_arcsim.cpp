// ARCSim with another constant of its hinges: the paper's attempt to mend it, on the mesh that follows the shape and on
// a fixed one; and the constant that bends a strip right.

#include <codes/plate_trial/settled_plate.h>

namespace codes {
namespace {

constexpr judge::Knobs kCantilever{.n = 120, .dt = kSettlingStep, .tol = kRest};
constexpr judge::Knobs kUpright{.n = 25, .dt = 10, .tol = kRest};

SettledPlate settled(double factor, bool adaptive) {
  SettledPlate plate;
  plate.triangles.bending = plumb::ShellBending::hinge;
  plate.triangles.hinge_factor = factor;
  plate.adaptive = adaptive;
  return plate;
}

judge::Card card() {
  judge::Card c;
  c.name = "discrete-shell-arcsim";
  c.title = "Discrete Shell + Arcsim";
  c.kind = "Plate";
  c.paper = "Narain et al. 2012, Grinspun et al. 2003";
  c.summary =
      "Arcsim with 3 in place of Bridson's 1/4, twelve times as stiff: E = 3 D/2 sum |e|^2/(A1 + A2) theta^2. A strip "
      "bends as one of 3 D does, where equal triangles are bent into a cylinder. See docs/arcsim.md.";
  c.protocols["cantilever"] = {.paper = "KO", .verdict = "KO", .knobs = kCantilever};
  c.protocols["cantilever/redundant"] = {.paper = "KO", .verdict = "KO", .knobs = kCantilever};
  c.protocols["lateral-buckling"] = {.paper = "x", .verdict = "KO", .knobs = kUpright};
  return c;
}

judge::Card fixed_card() {
  judge::Card c = card();
  c.name = "discrete-shell-arcsim/fixed";
  c.title = "Discrete Shell + Arcsim Non Adaptive";
  c.summary =
      "Discrete Shell + Arcsim on a mesh of equilateral triangles that does not change; more cells refine. See "
      "docs/arcsim.md.";
  return c;
}

judge::Card strip_card() {
  judge::Card c = fixed_card();
  c.name = "discrete-shell-arcsim/strip";
  c.title = "Arcsim with the strip's constant";
  c.summary =
      "Arcsim Non Adaptive with 1 in place of Bridson's 1/4: E = D/2 sum |e|^2/(A1 + A2) theta^2, which bends equal "
      "triangles into a cylinder as D does. The equilibria are those of discrete-shell, found by settling. See "
      "docs/arcsim.md.";
  for (auto& [protocol, expectation] : c.protocols) {
    expectation.paper = "";
    expectation.verdict = protocol == "lateral-buckling" ? "KO" : "OK";
  }
  return c;
}

}  // namespace

judge::Code const* discrete_shell_arcsim() {
  static const PlateCode fixed(fixed_card(), settled(plumb::kDiscreteShellHinge, false));
  static const PlateCode strip(strip_card(), settled(plumb::kStripHinge, false));
  static const PlateCode adaptive(card(), settled(plumb::kDiscreteShellHinge, true), {&fixed, &strip});
  return &adaptive;
}

}  // namespace codes
