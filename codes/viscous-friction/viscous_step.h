#pragma once

#include <codes/push/push_step.h>
#include <plumb/dissipation/point_friction.h>
#include <plumb/step/stepper.h>

namespace codes {

/// What stands in for dry friction.
struct ViscousChoices {
  plumb::FrictionOfSpeed kind = plumb::FrictionOfSpeed::viscous;
  double speed = 0;  ///< v0, in L per unit of the strip's own time
};

/// Steps of backward Euler of a planar Super-Helix. Normal contact is exact; friction is a loss that depends on the
/// tip's velocity (plumb/dissipation/point_friction.h), at the normal force of the step before. The tip is said to stick
/// while the friction is below mu times the normal force: it moves all the same.
class ViscousStep final : public ModelPushStep {
 public:
  ViscousStep(const StripToPush& strip, const PushSchedule& schedule, const ViscousChoices& choices);

  PushStepOutcome step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                       double until) override;
  bool tells_residual() const override { return false; }

 private:
  double mu_, tolerance_;
  std::shared_ptr<const plumb::PointFriction> friction_;
  std::unique_ptr<plumb::Stepper> stepper_;
  plumb::Surroundings around_;
  plumb::ContactFinder finder_;
};

MakePushStep viscous_steps(const ViscousChoices& choices);

}  // namespace codes
