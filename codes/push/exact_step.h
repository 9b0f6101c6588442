#pragma once

#include <codes/push/push_step.h>
#include <plumb/step/stepper.h>
#include <plumb/world/world_march.h>

namespace codes {

/// Steps of backward Euler with contact and Coulomb's law solved exactly at the end of each (plumb/world/world_march.h).
class ExactPushStep final : public ModelPushStep {
 public:
  ExactPushStep(const StripToPush& strip, const PushSchedule& schedule, const Discretise& discretise,
                plumb::StepOptions options = {});

  PushStepOutcome step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                       double until) override;

 private:
  double tolerance_;
  std::unique_ptr<plumb::Stepper> stepper_;
  plumb::Surroundings around_;
  plumb::ContactFinder finder_;
};

/// Returns what a march of the strip alone over one step tells of it.
PushStepOutcome outcome_of(const plumb::WorldMarchOutcome& done, const std::vector<plumb::Touch>& touches, double mu);

/// Returns the maker of such steps for a strip as `discretise` makes it.
MakePushStep exact_steps(Discretise discretise, plumb::StepOptions options = {});

}  // namespace codes
