#include <codes/bridson-harmon/filtered_push.h>

#include <codes/push/shell_strip.h>

namespace codes {
namespace {

constexpr double kHolds = 1e3;     // a friction that the tip does not overcome
constexpr double kSettling = 0.3;  // in units of the strip's own time

}  // namespace

FilteredPushStep::FilteredPushStep(const StripToPush& strip, const PushSchedule& schedule, const Discretise& discretise)
    : ModelPushStep(strip, discretise),
      stepper_(plumb::make_stepper(body().model, plumb::Method::linearly_implicit_euler,
                                   {.solve = plumb::StepSolve::one_convex_iteration})),
      around_(rough_ground(strip.mu)),
      settled_(settled(strip, schedule)) {}

plumb::State FilteredPushStep::settled(const StripToPush& strip, const PushSchedule& schedule) {
  const plumb::Surroundings held = rough_ground(kHolds);
  const plumb::Programme still = [loads = body().bent.loads](double) { return loads; };
  plumb::State state = body().bent;
  const plumb::Toucher one[] = {{*stepper_, state, still, false}};
  const double dt = schedule.dt * strip.unit_time();
  for (int k = 0; k < kSettling / schedule.dt; ++k) {
    if (plumb::filtered_step(one, held, dt).status != plumb::Status::ok) {
      throw plumb::UserError("the strip does not come to rest before it is pushed");
    }
  }
  state.v.setZero();
  state.time = 0;
  return state;
}

PushStepOutcome FilteredPushStep::step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                                       double until) {
  const plumb::Programme programme = [&](double time) { return loads_at(way, time); };
  const plumb::Toucher one[] = {{*stepper_, state, programme, false}};
  const plumb::ContactStepOutcome done = plumb::filtered_step(one, around_, until - state.time);
  PushStepOutcome outcome;
  outcome.status = done.status;
  outcome.iterations = done.iterations;
  outcome.residual = done.residual;
  if (done.status != plumb::Status::ok) return outcome;
  state.time = until;
  touches.clear();
  for (const plumb::ContactForce& c : done.contacts) touches.push_back({c.key, c.force, {0, 0, 0}, c.sticks});
  outcome.sticks = tip_sticks(touches, around_.friction.elsewhere);
  return outcome;
}

PushedBody arcsim_strip(const StripToPush& strip) {
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;
  plate.hinge_factor = plumb::kBridsonHinge;
  return shell_strip(with_section(strip, 2.0 / strip.n(), strip.thickness / strip.length), plate);
}

}  // namespace codes
