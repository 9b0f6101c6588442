#pragma once

#include <codes/explicit-beam/planar_beam.h>
#include <codes/push/push_step.h>

namespace codes {

/// What an explicit beam chooses. Times are in units of the strip's own.
struct ExplicitChoices {
  double slenderness = 3e-3;  ///< h/L of the section; EI and the mass per length are the strip's
  double damping = 10;        ///< alpha, of the mass: the force -alpha M v
  double penalty = 0.1;       ///< stiffness of sticking, of the mass of the tip over dt^2
};

/// Central differences with a diagonal mass matrix, a diagonal damping and nothing that is factored:
///   v+ = ((1 - alpha dt/2) v- + dt M^-1 f)/(1 + alpha dt/2),  q+ = q + dt v+.
/// Contact of the nodes with the ground, as kinematic contact does it: a node whose predicted place is below the ground
/// gets the normal force that takes it back onto the ground in this very step, r_n = m depth/dt^2 (1 + alpha dt/2).
/// Sticking by a penalty: r_T = -k (x - anchor), no more than mu r_n; where it would be more, the anchor is dragged
/// along. A step of the schedule is done in as many steps as the knob dt asks for; the forces told are means over it,
/// and so are stick and slip: the tip has slipped if it was dragged along for half of the step or more.
///
/// In the state: q and v- of the nodes (planar_beam.h). In the touches: x - anchor as the residue.
class ExplicitStep final : public PushStep {
 public:
  ExplicitStep(const StripToPush& strip, const PushSchedule& schedule, const ExplicitChoices& choices);

  plumb::State begin() const override;
  double start() const override;
  PushStepOutcome step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                       double until) override;
  Eigen::Vector3d tip(const plumb::State& state) const override;
  std::vector<Eigen::Vector3d> points(const plumb::State& state) const override;
  bool fits(const plumb::State& state) const override { return state.q.size() == start_.size(); }

  const PlanarBeam& beam() const { return beam_; }
  /// Returns the section: EI and mass of the strip, h/L as chosen, rotary inertia so that stretching is fastest.
  static BeamSection section(const StripToPush& strip, const ExplicitChoices& choices);
  bool tells_residual() const override { return false; }

 private:
  double mu_, height_, length_, unit_time_;
  ExplicitChoices choices_;
  double dt_;  ///< s, the longest that the knob allows
  PlanarBeam beam_;
  Eigen::VectorXd start_, force_;
};

MakePushStep explicit_steps(const ExplicitChoices& choices = {});

}  // namespace codes
