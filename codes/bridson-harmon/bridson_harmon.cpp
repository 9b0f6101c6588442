// Bridson-Harmon on ARCSim: the row of Table 1, on plumb/world/velocity_filter.

#include <codes/bridson-harmon/filtered_push.h>
#include <codes/push/push_code.h>
#include <codes/push/shell_strip.h>

namespace codes {
namespace {

/// The step is never lengthened: the filter's contact is as soft as the step is long.
PushSchedule schedule_of(const judge::Scenario& scenario) {
  PushSchedule s;
  s.dt = scenario.knobs.dt;
  s.speed = scenario.sampling == judge::Sampling::quick ? 0.08 : 0.01;
  s.relaxation = 0.01;
  s.bent = 5e-3;
  s.own_time = own_time_of(plumb::kBridsonHinge);
  return s;
}

judge::Card card() {
  judge::Card c;
  c.name = "bridson-harmon";
  c.title = "Bridson-Harmon";
  c.kind = "Frictional contact";
  c.paper = "Bridson et al. 2002, Harmon et al. 2008";
  c.summary =
      "Arcsim's strip (n = 50 cells along, two across; Bridson's constant, so that forces are a quarter) in steps of "
      "linearly implicit Euler, dt = 0.5 ms, without contact; then a velocity filter: up to 10 rounds of inelastic "
      "impulses with Bridson's friction, impact zones after that. It sees the masses of points alone. At rest it obeys "
      "Coulomb's law, and its contact gives way as a spring m/(dt (dt + tau)) does, m the mass of a point, tau = 0.01 "
      "s the relaxation time of the strip: at the tip by 0.003 L. Pushed at 0.01 per unit of its own time, that of a "
      "strip of D/4, at 0.08 in a quick sampling, from a strip that is bent by eps_y = 0.005 and has settled with its "
      "tip held. See docs/friction.md.";
  c.protocols["stick-slip"] = {.paper = "KO", .verdict = "OK", .knobs = {.n = 50, .dt = 5e-4}};
  return c;
}

}  // namespace

judge::Code const* bridson_harmon() {
  static const PushCode code(
      card(),
      [](const StripToPush& strip, const PushSchedule& schedule) {
        return std::make_unique<FilteredPushStep>(strip, schedule, arcsim_strip);
      },
      {}, schedule_of);
  return &code;
}

}  // namespace codes
