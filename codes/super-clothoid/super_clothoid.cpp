// Super-Clothoid, Casati and Bertails-Descoubes 2013: the row of Table 1, on plumb/model/curved_rod.

#include <codes/motion/motion_trial.h>
#include <codes/rod_trial/curved_discrete_rod.h>

namespace codes {
namespace {

judge::Card card() {
  judge::Card c;
  c.name = "super-clothoid";
  c.title = "Super-Clothoid";
  c.kind = "Rod";
  c.paper = "Casati and Bertails-Descoubes 2013";
  c.summary =
      "Curvatures and twist, linear on each element and continuous, are the unknowns; frames and positions come from "
      "series to rounding. The rod neither stretches nor shears. Uniform elements; certified static equilibria by "
      "Newton's method with the exact, full Hessian. More elements refine. One clamped end: no loops, no contact, no "
      "stretch.";
  c.summary += " Motions " + words_of(plumb::Method::energy_keeping) + ".";
  c.protocols["cantilever"] = {.paper = "OK (20 elts)", .verdict = "OK", .knobs = {.n = 20}};
  c.protocols["bend-twist"] = {.paper = "OK (25 elts)", .verdict = "OK", .knobs = {.n = 25}};
  c.protocols["vibration"] = {.paper = "", .verdict = "OK", .knobs = {.n = 10, .dt = 0.01}};
  c.protocols["bend-twist/rectangle"] = {.paper = "", .verdict = "OK", .knobs = {.n = 25}};
  c.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 20}};
  return c;
}

std::unique_ptr<DiscreteRod> discretise(const ScenarioRod& rod) {
  return curved_discrete_rod(rod, plumb::CurvatureShape::linear);
}

}  // namespace

judge::Code const* super_clothoid() {
  static const RodCode code(card(), discretise);
  return &code;
}

}  // namespace codes
