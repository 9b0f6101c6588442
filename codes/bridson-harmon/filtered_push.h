#pragma once

#include <codes/push/push_step.h>
#include <plumb/step/stepper.h>
#include <plumb/world/velocity_filter.h>

namespace codes {

/// Steps of ARCSim, one linear solve each on convex Hessians, filtered by their velocities
/// (plumb/world/velocity_filter.h). The push begins when the strip has come to rest on ground that holds its tip: at the
/// first steps the filter's contact gives way (by what its header tells), and that is no slip.
class FilteredPushStep final : public ModelPushStep {
 public:
  FilteredPushStep(const StripToPush& strip, const PushSchedule& schedule, const Discretise& discretise);

  plumb::State begin() const override { return settled_; }
  PushStepOutcome step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                       double until) override;

 private:
  plumb::State settled(const StripToPush& strip, const PushSchedule& schedule);

  std::unique_ptr<plumb::Stepper> stepper_;
  plumb::Surroundings around_;
  plumb::State settled_;
};

/// The strip of the row: ARCSim's hinges and membrane on triangles, two cells across.
PushedBody arcsim_strip(const StripToPush& strip);

}  // namespace codes
