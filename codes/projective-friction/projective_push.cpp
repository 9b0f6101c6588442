#include <codes/projective-friction/projective_push.h>

#include <algorithm>
#include <cmath>

#include <codes/push/shell_strip.h>
#include <plumb/model/shell/projective_shell.h>

namespace codes {
namespace {

// In units of the strip's own time, or over it.
constexpr double kDrag = 5;
constexpr double kSettling = 0.3, kDragWhileSettling = 50;
constexpr double kWidth = 0.3, kThickness = 1e-2;  // in L
constexpr double kOnTheGround = 1e-5;              // in L: a point of the tip that is lower touches
constexpr double kHolds = 1e3;                     // a friction that the tip does not overcome

}  // namespace

ProjectivePushStep::ProjectivePushStep(const StripToPush& strip, const PushSchedule& schedule, int iterations)
    : ModelPushStep(strip, projective_strip),
      length_(strip.length),
      mu_(strip.mu),
      drag_(kDrag / strip.unit_time()),
      stepper_(body().model, rough_ground(strip.mu), iterations),
      settled_(settled(strip, schedule, iterations)) {}

plumb::State ProjectivePushStep::settled(const StripToPush& strip, const PushSchedule& schedule, int iterations) const {
  plumb::ProjectiveFriction held(body().model, rough_ground(kHolds), iterations);
  const plumb::Programme still = [loads = body().bent.loads](double) { return loads; };
  plumb::State state = body().bent;
  const double dt = schedule.dt * strip.unit_time();
  for (int k = 0; k < kSettling / schedule.dt; ++k) {
    state.v /= 1 + kDragWhileSettling * schedule.dt;
    if (held.step(state, still, dt).status != plumb::Status::ok) {
      throw plumb::UserError("the strip does not come to rest before it is pushed");
    }
  }
  state.v.setZero();
  state.time = 0;
  return state;
}

PushStepOutcome ProjectivePushStep::step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                                         double until) {
  const plumb::Programme programme = [&](double time) { return loads_at(way, time); };
  state.v /= 1 + drag_ * (until - state.time);
  const plumb::StepOutcome done = stepper_.step(state, programme, until - state.time);
  PushStepOutcome outcome;
  outcome.status = done.status;
  outcome.iterations = done.iterations;
  if (done.status != plumb::Status::ok) return outcome;
  outcome.residual = stepper_.residuals().back();
  state.time = until;
  touches.clear();
  for (const plumb::ContactForce& c : stepper_.contacts()) touches.push_back({c.key, c.force, {0, 0, 0}, c.sticks});
  outcome.sticks = tip_sticks(touches, mu_);
  return outcome;
}

Eigen::Vector3d ProjectivePushStep::tip(const plumb::State& state) const {
  const std::vector<Eigen::Vector3d> x = points(state);
  double lowest = HUGE_VAL;
  for (const int point : body().tip) lowest = std::min(lowest, x[static_cast<std::size_t>(point)].z());
  const double ground = std::max(lowest, body().clearance) + kOnTheGround * length_;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  int n = 0;
  for (const int point : body().tip) {
    if (x[static_cast<std::size_t>(point)].z() > ground) continue;
    sum += x[static_cast<std::size_t>(point)];
    ++n;
  }
  return sum / n;
}

PushedBody projective_strip(const StripToPush& asked) {
  const StripToPush strip = with_section(asked, kWidth, kThickness);
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;  // unknowns: points, and no directors
  PushedBody body = shell_strip(strip, plate);
  plumb::ShellSpec spec = shell_strip_spec(strip, plate);
  spec.relaxation = 0;
  body.model = plumb::projective_shell(spec, plumb::projective_weights(spec.material, plumb::kRollingAlpha));
  body.bent = body.model.initial;
  return body;
}

}  // namespace codes
