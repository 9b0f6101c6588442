// Argus, Li et al. 2018: ARCSim's step (codes/arcsim) completed by Coulomb's law, solved exactly (codes/so-bogus), on a
// mesh that follows the shape; and on one that does not, the paper's fix. On codes/push and plumb/world.

#include <codes/argus/argus_steps.h>
#include <codes/push/push_code.h>

namespace codes {
namespace {

constexpr judge::Knobs kKnobs{.n = 50, .dt = 5e-4, .tol = 1e-11};

/// At the recipe's speed in the unit of time of the strip as these hinges bend it.
PushSchedule schedule_of(const judge::Scenario& scenario) {
  PushSchedule s = usual_schedule(scenario);
  s.own_time = own_time_of(plumb::kBridsonHinge);
  return s;
}

judge::Card card() {
  judge::Card c;
  c.name = "argus";
  c.title = "Argus";
  c.kind = "Frictional contact";
  c.paper = "Li et al. 2018";
  c.summary =
      "Arcsim (Bridson's hinges, a StVenant-Kirchhoff membrane, one iteration of backward Euler on convex Hessians a "
      "step, dt = 0.5 ms), completed by contact and Coulomb's law at the points of the mesh, to a residual of 1e-11 of "
      "the force at the worst contact. The mesh is adapted after every eighth step: edges of one to four cells of "
      "L/50, along which the normal turns by 0.3 rad at most. Pushed at 0.01 per unit of its own time, that of a "
      "strip of D/4: 0.005/s, from a strip that is bent by eps_y = 1e-4, with a viscosity of 0.01 s times the "
      "stiffness. The quick sampling takes steps four times as long at four times the speed. See docs/argus.md.";
  c.protocols["stick-slip"] = {.paper = "KO", .verdict = "KO", .knobs = kKnobs};
  return c;
}

judge::Card fixed_card() {
  judge::Card c = card();
  c.name = "argus/fixed";
  c.title = "Argus Non Adaptive";
  c.summary = "Argus on a mesh of equilateral triangles, 50 along the strip, that does not change. See docs/argus.md.";
  c.protocols["stick-slip"] = {.paper = "OK (dt=0.5 ms, tol = 1e-13 N)", .verdict = "OK", .knobs = kKnobs};
  return c;
}

}  // namespace

judge::Code const* argus() {
  static const PushCode fixed(fixed_card(), argus_fixed_steps(), {}, schedule_of);
  static const PushCode adaptive(card(), argus_steps(), {&fixed}, schedule_of);
  return &adaptive;
}

}  // namespace codes
