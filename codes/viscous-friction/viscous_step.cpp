#include <codes/viscous-friction/viscous_step.h>

#include <plumb/world/world_march.h>

namespace codes {
namespace {

constexpr std::size_t kSlot = 0;  // of the history: a Super-Helix has none of its own

bool is_tip(const plumb::Touch& touch, const PushedBody& body) {
  return body.model.surface->points[static_cast<std::size_t>(touch.key.a_part)] == body.tip.front();
}

PushedBody strip_with_slot(const StripToPush& strip) {
  PushedBody body = super_helix_strip(strip);
  ENSURE(body.model.layout.history.size() == kSlot);
  body.model.layout.history.push_back({"normal force at the tip", false});
  for (plumb::State* state : {&body.model.initial, &body.bent}) {
    state->history.push_back(Eigen::VectorXd::Zero(1));
  }
  return body;
}

}  // namespace

ViscousStep::ViscousStep(const StripToPush& strip, const PushSchedule& schedule, const ViscousChoices& choices)
    : ModelPushStep(strip, strip_with_slot),
      mu_(strip.mu),
      tolerance_(schedule.tolerance),
      friction_(std::make_shared<plumb::PointFriction>(
          body().model.embedding, body().tip.front(), Eigen::Vector3d::UnitZ(),
          plumb::PointFrictionLaw{choices.kind, strip.mu, choices.speed * strip.length / strip.unit_time()}, kSlot)),
      around_(rough_ground(0)) {
  plumb::Model model = body().model;
  model.dissipations.push_back(friction_);
  stepper_ = plumb::make_stepper(std::move(model), plumb::Method::backward_euler);
}

PushStepOutcome ViscousStep::step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                                  double until) {
  const plumb::Programme programme = [&](double time) { return loads_at(way, time); };
  const plumb::Toucher one[] = {{*stepper_, state, programme, false}};
  // The exact part knows the normal forces alone.
  double& normal_force = state.history[kSlot][0];
  normal_force = 0;
  for (plumb::Touch& touch : touches) {
    touch.force.x() = touch.force.y() = 0;
    if (is_tip(touch, body())) normal_force = touch.force.z();
  }
  const plumb::WorldMarchOutcome done = plumb::march(one, around_, touches, until, until - state.time,
                                                     {.tolerance = tolerance_}, plumb::ContactWay::exact, &finder_);
  PushStepOutcome outcome;
  outcome.status = done.status();
  outcome.iterations = done.bodies[0].iterations;
  outcome.residual = done.residual;
  const Eigen::Vector3d friction = friction_->force(state, state.loads);
  outcome.sticks = false;
  for (plumb::Touch& touch : touches) {
    if (!is_tip(touch, body())) continue;
    touch.force += friction;
    outcome.sticks = friction.norm() < mu_ * touch.force.z();
  }
  return outcome;
}

MakePushStep viscous_steps(const ViscousChoices& choices) {
  return [choices](const StripToPush& strip, const PushSchedule& schedule) {
    return std::make_unique<ViscousStep>(strip, schedule, choices);
  };
}

}  // namespace codes
