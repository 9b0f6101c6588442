// Super-Helix, Bertails et al. 2006: the row of Table 1, on plumb/model/curved_rod.

#include <codes/motion/motion_trial.h>
#include <codes/rod_trial/curved_discrete_rod.h>

namespace codes {
namespace {

judge::Card card() {
  judge::Card c;
  c.name = "super-helix";
  c.title = "Super-Helix";
  c.kind = "Rod";
  c.paper = "Bertails et al. 2006";
  c.summary =
      "Curvatures and twist, constant on each element, are the unknowns: each element is an exact helix, and the rod "
      "neither stretches nor shears. Uniform elements; certified static equilibria by Newton's method with the "
      "exact, full Hessian. Second order in the element's length; more elements refine. One clamped end: no loops, no "
      "contact, no stretch.";
  c.summary += " Motions " + words_of(plumb::Method::energy_keeping) + ".";
  c.protocols["cantilever"] = {.paper = "OK (50 elts)", .verdict = "OK", .knobs = {.n = 50}};
  c.protocols["bend-twist"] = {.paper = "OK (30 elts)", .verdict = "OK", .knobs = {.n = 30}};
  c.protocols["vibration"] = {.paper = "", .verdict = "OK", .knobs = {.n = 16, .dt = 0.01}};
  c.protocols["bend-twist/rectangle"] = {.paper = "", .verdict = "OK", .knobs = {.n = 30}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 50}};
  return c;
}

std::unique_ptr<DiscreteRod> discretise(const ScenarioRod& rod) {
  return curved_discrete_rod(rod, plumb::CurvatureShape::constant);
}

}  // namespace

judge::Code const* super_helix() {
  static const RodCode code(card(), discretise);
  return &code;
}

}  // namespace codes
