#include <codes/push/exact_step.h>

#include <plumb/world/world_march.h>

namespace codes {

ExactPushStep::ExactPushStep(const StripToPush& strip, const PushSchedule& schedule, const Discretise& discretise,
                             plumb::StepOptions options)
    : ModelPushStep(strip, discretise),
      tolerance_(schedule.tolerance),
      stepper_(plumb::make_stepper(body().model, plumb::Method::backward_euler, options)),
      around_(rough_ground(strip.mu)) {}

PushStepOutcome ExactPushStep::step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                                    double until) {
  const plumb::Programme programme = [&](double time) { return loads_at(way, time); };
  const plumb::Toucher one[] = {{*stepper_, state, programme, false}};
  const plumb::WorldMarchOutcome done = plumb::march(one, around_, touches, until, until - state.time,
                                                     {.tolerance = tolerance_}, plumb::ContactWay::exact, &finder_);
  return outcome_of(done, touches, around_.friction.elsewhere);
}

PushStepOutcome outcome_of(const plumb::WorldMarchOutcome& done, const std::vector<plumb::Touch>& touches, double mu) {
  PushStepOutcome outcome;
  outcome.status = done.status();
  outcome.iterations = done.bodies[0].iterations;
  outcome.residual = done.residual;
  outcome.sticks = tip_sticks(touches, mu);
  return outcome;
}

MakePushStep exact_steps(Discretise discretise, plumb::StepOptions options) {
  return [discretise = std::move(discretise), options](const StripToPush& strip, const PushSchedule& schedule) {
    return std::make_unique<ExactPushStep>(strip, schedule, discretise, options);
  };
}

}  // namespace codes
