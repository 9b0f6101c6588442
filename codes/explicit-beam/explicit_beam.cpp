// Abaqus' explicit dynamics on Stick-Slip: the row of Table 1, as a code of Plumb's own.

#include <codes/explicit-beam/explicit_step.h>
#include <codes/push/push_code.h>

namespace codes {
namespace {

judge::Card card() {
  judge::Card c;
  c.name = "explicit-beam";
  c.title = "Abaqus (explicit beam)";
  c.kind = "Frictional contact";
  c.paper = "Dassault Systèmes 2005";
  c.summary =
      "What Abaqus/Explicit does, by Plumb: 40 planar Timoshenko beams with three nodes (B22: quadratic, two Gauss "
      "points, masses 1/6 - 4/6 - 1/6) in central differences with a diagonal mass matrix and mass damping alpha = 10; "
      "nothing is factored. Normal contact takes nodes back onto the ground in the same step, sticking is a penalty. "
      "At "
      "h/L = 1e-3 a stable step would be below 1 us. So h/L = 3e-3 at the same EI and mass per length, with a rotary "
      "inertia so large (25 times) that stretching is the fastest vibration: the stable step is 8.84 us, dt = 8.8 us. "
      "Forces are means over 0.5 ms.";
  c.protocols["stick-slip"] = {.paper = "OK (dt = 9 us)", .verdict = "OK", .knobs = {.n = 40, .dt = 8.8e-6}};
  return c;
}

/// Steps of the schedule have nothing to do with the knob dt: each is done in as many as that asks for. A quick sampling
/// needs no hurry.
PushSchedule schedule(const judge::Scenario& scenario) {
  PushSchedule s = usual_schedule(scenario);
  s.dt = 5e-4;
  s.speed = 0.01;
  s.relaxation = 0;
  return s;
}

}  // namespace

judge::Code const* explicit_beam() {
  static const PushCode code(card(), explicit_steps(), {}, schedule);
  return &code;
}

}  // namespace codes
