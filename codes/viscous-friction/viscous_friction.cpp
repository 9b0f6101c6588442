// Viscous friction on Super-Helix 2D: the row of Table 1, on plumb/model/curved_rod and plumb/dissipation.

#include <codes/push/push_code.h>
#include <codes/viscous-friction/viscous_step.h>

namespace codes {
namespace {

constexpr double kViscousSpeed = 8e-5;      // v0 of the row: the best at the speed of the recipe (docs/friction.md)
constexpr double kRegularisedSpeed = 1e-5;  // v0 of its control
constexpr judge::Knobs kKnobs{.n = 30, .dt = 5e-4, .tol = 1e-13};

judge::Card card() {
  judge::Card c;
  c.name = "viscous-friction";
  c.title = "Viscous Friction";
  c.kind = "Frictional contact";
  c.paper = "";
  c.summary =
      "A planar Super-Helix (30 curvatures) in steps of backward Euler, dt = 0.5 ms, with exact normal contact. "
      "Friction "
      "is proportional to the velocity of the tip, mu r_n u/v0 with v0 = 8e-5 L/s (of all v0 the nearest to the "
      "curve), at the normal force of the step "
      "before: the tip never sticks. Pushed as So-Bogus is. See docs/friction.md.";
  c.protocols["stick-slip"] = {.paper = "KO", .verdict = "KO", .knobs = kKnobs};
  return c;
}

judge::Card regularised_card() {
  judge::Card c = card();
  c.name = "viscous-friction/regularised";
  c.title = "Regularised Friction";
  c.summary =
      "Viscous Friction with a force that is no more than mu r_n: mu r_n u/sqrt(u^2 + v0^2), v0 = 1e-5 L/s. The tip "
      "creeps as long as it should stick, by v0 q/sqrt(1 - q^2) at a share q of the cone. See docs/friction.md.";
  c.protocols["stick-slip"] = {.paper = "", .verdict = "OK", .knobs = kKnobs};
  return c;
}

}  // namespace

judge::Code const* viscous_friction() {
  static const PushCode regularised(regularised_card(),
                                    viscous_steps({plumb::FrictionOfSpeed::regularised, kRegularisedSpeed}));
  static const PushCode code(card(), viscous_steps({plumb::FrictionOfSpeed::viscous, kViscousSpeed}), {&regularised});
  return &code;
}

}  // namespace codes
