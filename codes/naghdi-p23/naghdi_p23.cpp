// The Naghdi shell of FEniCS-Shells, P2,3 triangles: on plumb/model/naghdi_shell.

#include <codes/plate_trial/naghdi_plate.h>

namespace codes {
namespace {

judge::Card card() {
  judge::Card c;
  c.name = "naghdi-p23";
  c.title = "FenicsShell P2,3";
  c.kind = "Plate";
  c.paper = "Hale et al. 2018";
  c.summary =
      "Nonlinear Naghdi shell as in FEniCS-Shells: it stretches, shears and bends, and its director is an unknown. "
      "Triangles, positions quadratic plus a cubic bubble, directors quadratic; partial selective reduced integration "
      "of Arnold and Brezzi against locking. Unlike there, a director is a unit vector that is turned on the sphere, "
      "not two angles. A clamp holds the nodes of its edge and their directors. Uniform meshes: n pairs of triangles "
      "along the length, on Lateral Buckling half and on Cantilever a quarter as many per length across; more of them "
      "refine. Coarse meshes are stiff against twist, thin plates more than thick ones: at h/L = 1e-3 Lateral Buckling "
      "lies up to 3.5 % high with n = 25 and 1.2 % with n = 50. "
      "Certified static equilibria by Newton's method with the exact Hessian. No contact.";
  c.protocols["cantilever"] = {.paper = "OK (Res 0, P2,3 elts)", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 120}};
  c.protocols["lateral-buckling"] = {.paper = "OK (Res 0, P2,3 elts)", .verdict = "OK", .knobs = {.n = 25}};
  c.protocols["lateral-buckling/rotation"] = {.paper = "", .verdict = "OK", .knobs = {.n = 25}};
  return c;
}

}  // namespace

judge::Code const* naghdi_p23() {
  static const PlateCode code(card(), naghdi_plate(plumb::NaghdiElement::triangle, 1));
  return &code;
}

}  // namespace codes
