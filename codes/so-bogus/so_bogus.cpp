// So-Bogus on Super-Helix 2D, Daviet et al. 2011: the row of Table 1, on plumb/model/curved_rod and plumb/world.

#include <codes/push/exact_step.h>
#include <codes/push/push_code.h>

namespace codes {
namespace {

judge::Card card() {
  judge::Card c;
  c.name = "so-bogus";
  c.title = "So-Bogus";
  c.kind = "Frictional contact";
  c.paper = "Daviet et al. 2011";
  c.summary =
      "A planar Super-Helix (30 curvatures) in steps of backward Euler, dt = 0.5 ms; contact and Coulomb's law are "
      "solved exactly at the end of each step, to a residual of 1e-13 of the force at the worst contact. Pushed at "
      "0.01/s from a strip that is bent by eps_y = 1e-4, with a viscosity of 0.01 s times the stiffness. The quick "
      "sampling takes steps four times as long at four times the speed.";
  c.protocols["stick-slip"] = {.paper = "OK (30 elts)", .verdict = "OK", .knobs = {.n = 30, .dt = 5e-4, .tol = 1e-13}};
  return c;
}

}  // namespace

judge::Code const* so_bogus() {
  static const PushCode code(card(), exact_steps(super_helix_strip));
  return &code;
}

}  // namespace codes
