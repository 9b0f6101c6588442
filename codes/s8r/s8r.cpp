// The shell of eight nodes with reduced integration, S8R of Abaqus: on plumb/model/naghdi_shell.

#include <codes/plate_trial/naghdi_plate.h>

namespace codes {
namespace {

// One element across can bulge to and fro from station to station at no cost of its own where the plate is bent.
constexpr int kFewestAcross = 2;

judge::Card card() {
  judge::Card c;
  c.name = "s8r";
  c.title = "S8R";
  c.kind = "Plate";
  c.paper = "Dassault-Systems 2005";
  c.summary =
      "Shear-flexible shell of eight-node serendipity quadrilaterals, positions and unit directors on the same nodes, "
      "2 x 2 points for everything: the element with which the paper computed its Lateral Buckling curve by Abaqus. "
      "Abaqus failed that test because Newton's method diverged when the plate was tilted back; this solver certifies "
      "and leaves saddles, and the element itself is sound. A clamp holds the nodes of its edge and their directors. "
      "Uniform meshes: n elements along the length, on Lateral Buckling half and on Cantilever a quarter as many per "
      "length across, at least two; more of them refine. Without hourglass control: where elements are wider than a "
      "few radii of a bend, as on Cantilever at Gamma = 1e4 with n = 30, it finds spurious shapes. Certified static "
      "equilibria by Newton's method with the exact Hessian. No contact.";
  c.protocols["cantilever"] = {.paper = "", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["lateral-buckling"] = {.paper = "KO", .verdict = "OK", .knobs = {.n = 12}};
  c.protocols["lateral-buckling/rotation"] = {.paper = "", .verdict = "OK", .knobs = {.n = 12}};
  return c;
}

}  // namespace

judge::Code const* s8r() {
  static const PlateCode code(card(), naghdi_plate(plumb::NaghdiElement::quadrilateral, kFewestAcross));
  return &code;
}

}  // namespace codes
