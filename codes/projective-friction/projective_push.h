#pragma once

#include <memory>

#include <codes/push/push_step.h>
#include <plumb/world/projective_friction.h>

namespace codes {

/// Steps of Projective Dynamics with friction in them (plumb/world/projective_friction.h). The push begins when the strip
/// has come to rest on ground that holds its tip. Projective Dynamics has no viscosity: all rates are damped by 5 over
/// the strip's own unit of time.
class ProjectivePushStep final : public ModelPushStep {
 public:
  /// `iterations`: local and global steps in a step of time.
  ProjectivePushStep(const StripToPush& strip, const PushSchedule& schedule, int iterations);

  plumb::State begin() const override { return settled_; }
  PushStepOutcome step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                       double until) override;
  /// Returns the mean of those points of the tip that are on the ground: a strip that bends across lifts the others.
  Eigen::Vector3d tip(const plumb::State& state) const override;
  /// Returns the residual after each iteration of the last step.
  const std::vector<double>& residuals() const { return stepper_.residuals(); }

 private:
  plumb::State settled(const StripToPush& strip, const PushSchedule& schedule, int iterations) const;

  double length_, mu_, drag_;  ///< m; 1; 1/s
  plumb::ProjectiveFriction stepper_;
  plumb::State settled_;
};

/// The strip of the row: projected stretch and mean curvature on triangles, 0.3 L wide and 0.01 L thick. The sum of the
/// curvatures is all that resists: a narrower one would bend across as it bends along, and not resist at all. A thinner
/// one would need more iterations by the square of its thickness.
PushedBody projective_strip(const StripToPush& strip);

}  // namespace codes
