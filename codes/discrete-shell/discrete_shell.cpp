// Discrete Shells: hinges on LibShell's membrane, on plumb/model/shell. Two rows: with the factor that bends a
// plate right, and with the quarter of it that cloth simulators took over from Bridson et al.

#include <codes/motion/motion_trial.h>
#include <codes/plate_trial/triangle_plate.h>

namespace codes {
namespace {

TrianglePlate hinged(double factor) {
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;
  plate.hinge_factor = factor;
  return plate;
}

judge::Card card() {
  judge::Card c;
  c.name = "discrete-shell";
  c.title = "Discrete Shell (+ LibShell)";
  c.kind = "Plate";
  c.paper = "Grinspun et al. 2003";
  c.summary =
      "Hinges at the edges of triangles, E = D/2 sum |e|^2/(A1 + A2) (theta - theta_0)^2, on LibShell's StVenant-"
      "Kirchhoff membrane; the factor is what bends equilateral triangles into a cylinder right. Unknowns: points. n "
      "cells along the length; more of them refine. The clamp holds two rows of points: its plane is halfway. "
      "Certified static equilibria by Newton's method with the exact Hessian. Hinges know no Poisson ratio: on "
      "equilateral triangles they have one of their own, -1/3, and resist twist by 4/3 D where a plate has (1 - nu) D. "
      "A strip is therefore too soft by 1/9 (Cantilever: OK, never strict), and it buckles sideways where a plate of "
      "nu = -1/3 would: see docs/discrete-shell.md. No "
      "contact.";
  c.summary +=
      " Motions " + words_of(plumb::Method::energy_keeping) + ": a strip that is too soft vibrates too slowly.";
  c.protocols["cantilever"] = {.paper = "OK (Res +)", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["vibration"] = {.paper = "", .verdict = "KO", .knobs = {.n = 40, .dt = 0.01}};
  c.protocols["lateral-buckling"] = {.paper = "KO", .verdict = "KO", .knobs = {.n = 50}};
  c.protocols["lateral-buckling/rotation"] = {.paper = "", .verdict = "KO", .knobs = {.n = 50}};
  return c;
}

judge::Card bridson_card() {
  judge::Card c = card();
  c.name = "discrete-shell/bridson";
  c.title = "Bridson's factor (+ LibShell)";
  c.paper = "Bridson et al. 2003; Grinspun et al. 2003";
  c.summary =
      "Discrete Shell with a quarter of its stiffness, the factor of Bridson et al., on the same membrane. It bends as "
      "a strip of D/4 does: the curve of Cantilever is shifted by a factor of 4 in Gamma (001, Fig. 7a).";
  c.protocols.clear();
  c.protocols["cantilever"] = {.paper = "KO", .verdict = "KO", .knobs = {.n = 120}};
  return c;
}

}  // namespace

judge::Code const* discrete_shell() {
  static const PlateCode bridson(bridson_card(), hinged(plumb::kBridsonHinge));
  const judge::Parameter factor{
      "hinge-factor", plumb::kStripHinge, "1", 0.05, 20, "the stiffness of a hinge over D |e|^2 / (A1 + A2)"};
  static const PlateCode code(card(), hinged(plumb::kStripHinge), {&bridson}, {{factor, hinged}});
  return &code;
}

}  // namespace codes
