// Projective Friction: the row of Table 1, on plumb/world/projective_friction.

#include <fmt/format.h>

#include <codes/projective-friction/projective_push.h>
#include <codes/push/push_code.h>

namespace codes {
namespace {

constexpr int kIterations = 20;

/// The step is never lengthened: iterations that are not enough would become fewer for each length of time.
PushSchedule projective_schedule(const judge::Scenario& scenario) {
  PushSchedule s;
  s.dt = scenario.knobs.dt;
  s.speed = scenario.sampling == judge::Sampling::quick ? 0.16 : 0.01;
  s.bent = 5e-3;
  return s;
}

judge::Card card() {
  judge::Card c;
  c.name = "projective-friction";
  c.title = "Projective Friction";
  c.kind = "Frictional contact";
  c.paper = "Ly et al. 2020";
  c.summary = fmt::format(
      "Projective Dynamics (n = 30 cells along, 9 across; stretch and mean curvature) with friction in its local "
      "steps, "
      "{} local and global steps in each of dt = 0.5 ms. The strip is 0.3 L wide and 0.01 L thick: a narrower one "
      "bends "
      "across for nothing, a thinner one needs more iterations by the square. Where the iterations come to rest is "
      "Coulomb's law; what they leave lets a sticking tip creep. At mu = 0.35 this strip does not slip with exact "
      "friction either. Pushed at 0.01/s, at 0.16/s in a quick sampling, from "
      "a strip that is bent by eps_y = 0.005 and has settled with its tip held; all rates are damped by 5/s. See "
      "docs/friction.md.",
      kIterations);
  c.protocols["stick-slip"] = {.paper = "KO", .verdict = "KO", .knobs = {.n = 30, .dt = 5e-4}};
  return c;
}

}  // namespace

judge::Code const* projective_friction() {
  static const PushCode code(
      card(),
      [](const StripToPush& strip, const PushSchedule& schedule) {
        return std::make_unique<ProjectivePushStep>(strip, schedule, kIterations);
      },
      {}, projective_schedule);
  return &code;
}

}  // namespace codes
