// LibShell: a Koiter shell on triangles, on plumb/model/shell. A row for each choice of membrane law and of normals.

#include <array>
#include <string>

#include <fmt/format.h>

#include <codes/motion/motion_trial.h>
#include <codes/plate_trial/triangle_plate.h>

namespace codes {
namespace {

using plumb::MembraneLaw;
using plumb::ShellBending;

struct Choice {
  const char* name;  // of the variant
  MembraneLaw membrane;
  ShellBending bending;
  const char* normals;            // what is said of them
  int cantilever, buckling;       // elements along the length; 0: Cantilever alone, for the law hardly matters
  const char* paper_of_buckling;  // Table 1 and section 7.3
};

constexpr std::array<Choice, 8> kChoices{{
    {"stvk-tan", MembraneLaw::st_venant_kirchhoff, ShellBending::tan, "the tangent of half the angle", 120, 50,
     "OK (Res +)"},
    {"stvk-sin", MembraneLaw::st_venant_kirchhoff, ShellBending::sin, "the sine of half the angle", 120, 25,
     "OK (Res +)"},
    {"stvk-theta", MembraneLaw::st_venant_kirchhoff, ShellBending::theta, "the angle itself", 120, 25, ""},
    {"stvk-average", MembraneLaw::st_venant_kirchhoff, ShellBending::average, "", 120, 75, "OK (Res ++)"},
    {"neohookean-tan", MembraneLaw::neo_hookean, ShellBending::tan, "the tangent of half the angle", 120, 0, ""},
    {"neohookean-sin", MembraneLaw::neo_hookean, ShellBending::sin, "the sine of half the angle", 120, 0, ""},
    {"neohookean-theta", MembraneLaw::neo_hookean, ShellBending::theta, "the angle itself", 120, 0, ""},
    {"neohookean-average", MembraneLaw::neo_hookean, ShellBending::average, "", 120, 0, ""},
}};

std::string unknowns_of(const Choice& choice) {
  if (choice.bending == ShellBending::average) {
    return "The normal of an edge is the average of its triangles' normals, so that the unknowns are points alone; "
           "this is inconsistent on irregular meshes: with points moved by a fifth of a cell a strip is 5 % too stiff "
           "and a plate buckles at half as much again, as it does on alternating diagonals (docs/plates.md).";
  }
  return fmt::format(
      "The normal of an edge is the average of its triangles' normals, turned about the edge by an unknown of its own; "
      "{} between normal and triangle makes the curvature. Right on irregular meshes.",
      choice.normals);
}

judge::Card card(const Choice& choice) {
  judge::Card c;
  c.name = fmt::format("libshell/{}", choice.name);
  c.title = "LibShell";
  c.kind = "Plate";
  c.paper = "Chen et al. 2018; Weischedel 2012";
  c.summary = fmt::format(
      "Koiter shell on triangles, from their first and second fundamental forms; {} membrane. {} n cells along the "
      "length, nearly equilateral; more of them refine. The clamp holds two rows of points and the normals between "
      "them: its plane is halfway. Certified static equilibria by Newton's method with the exact Hessian. Loses "
      "accuracy where the layer at the clamp, 1/sqrt(Gamma) long, is a cell or two. No contact.",
      choice.membrane == MembraneLaw::neo_hookean ? "neo-Hookean" : "StVenant-Kirchhoff", unknowns_of(choice));
  c.protocols["cantilever"] = {.paper = "OK (Res 0)", .verdict = "OK", .knobs = {.n = choice.cantilever}};
  if (choice.membrane == MembraneLaw::st_venant_kirchhoff && choice.bending == ShellBending::tan) {
    c.summary += " Motions " + words_of(plumb::Method::energy_keeping) + ".";
    c.protocols["vibration"] = {.paper = "", .verdict = "OK", .knobs = {.n = 40, .dt = 0.01}};
  }
  if (choice.buckling == 0) return c;
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = choice.cantilever}};
  c.protocols["lateral-buckling"] = {
      .paper = choice.paper_of_buckling, .verdict = "OK", .knobs = {.n = choice.buckling}};
  // What converges as slowly as `average` is far off where the displacement grows without bound nearby.
  if (choice.bending == ShellBending::average) return c;
  c.protocols["lateral-buckling/rotation"] = {.paper = "", .verdict = "OK", .knobs = {.n = choice.buckling}};
  return c;
}

const PlateCode* row(const Choice& choice, std::vector<const judge::Code*> variants = {}) {
  TrianglePlate plate;
  plate.membrane = choice.membrane;
  plate.bending = choice.bending;
  return new PlateCode(card(choice), plate, std::move(variants));
}

}  // namespace

judge::Code const* libshell() {
  static const judge::Code* const first = [] {
    std::vector<const judge::Code*> others;
    for (std::size_t i = 1; i < kChoices.size(); ++i) others.push_back(row(kChoices[i]));
    return row(kChoices[0], std::move(others));
  }();
  return first;
}

}  // namespace codes
