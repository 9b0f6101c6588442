#include <plumb/scene/bodies/plate/plate_doubts.h>

#include <algorithm>

#include <fmt/format.h>

namespace plumb {
namespace {

/// Beyond, laws that are linear in a measure of strain disagree by more than a tenth, according to the measure.
constexpr double kLargeStrain = 0.1;

/// docs/discrete-shell.md and docs/plates.md.
void add_bending_doubts(const ScenePlate& plate, std::vector<Warning>& out) {
  constexpr double kTwist = 4.0 / 3;  // of hinges on equilateral triangles, in units of D
  if (plate.bending == ShellBending::hinge || plate.bending == ShellBending::quadratic) {
    out.push_back({"bending",
                   {},
                   {},
                   fmt::format("its bending is \"{}\", which is a plate of a Poisson ratio near -1/3 that the mesh "
                               "sets, not of nu = {}: on equilateral triangles twist costs {:.2g} times what it should",
                               plate.bending == ShellBending::hinge ? "hinge" : "quadratic", plate.material.poisson,
                               kTwist / (1 - plate.material.poisson)),
                   "only a plate rolled into a cylinder is bent rightly; bending = \"tan\" is right on every mesh"});
  }
  if (plate.bending == ShellBending::average) {
    out.push_back(
        {"bending",
         {},
         {},
         "its bending is \"average\", which is right only on regular meshes: tens of percent were measured on "
         "others, however fine",
         "bending = \"tan\" is right on every mesh"});
  }
}

}  // namespace

std::vector<Warning> doubts_of(const ScenePlate& plate, const ShellView& now, double time) {
  std::vector<Warning> doubts;
  add_bending_doubts(plate, doubts);
  if (plate.membrane == MembraneLaw::neo_hookean) return doubts;
  double strain = 0;
  for (const double of_triangle : now.triangle_strains()) strain = std::max(strain, of_triangle);
  if (strain > kLargeStrain && plate.membrane == MembraneLaw::principal_stretch) {
    doubts.push_back(
        {"strain",
         {},
         time,
         fmt::format("it is strained by {:.0f} %, and \"principal-stretch\" is linear in the stretch: that of "
                     "rubber, E/3 (1 + e - (1 + e)^-2), is less by that part of it",
                     100 * strain),
         "membrane = \"neo-hookean\" holds for rubber",
         strain});
  } else if (strain > kLargeStrain) {
    doubts.push_back(
        {"strain",
         {},
         time,
         fmt::format("it is strained by {:.0f} %, and \"stvk\" is a law of small strains: its stress is {:.0f} "
                     "% off the linear one there, and it gives way under strong pressure",
                     100 * strain, 150 * strain),
         "membrane = \"neo-hookean\" holds for rubber",
         strain});
  }
  return doubts;
}

}  // namespace plumb
