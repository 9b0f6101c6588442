#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <codes/push/push_schedule.h>
#include <plumb/world/contact_step.h>
#include <plumb/world/world.h>

namespace codes {

struct PushStepOutcome {
  plumb::Status status = plumb::Status::ok;
  int iterations = 0;
  double residual = 0;  ///< of the worst contact, as the method measures it; zero: it has none
  bool sticks = true;   ///< does the tip stick, as the method sees it?
};

/// How a code takes a pushed strip through one step of time, with contact: what a row says besides its card. All that
/// changes is in the state and the touches, which are saved: a step depends on nothing else.
class PushStep {
 public:
  virtual ~PushStep() = default;

  /// Returns the strip at time zero: bent, at rest, with its tip on the ground.
  virtual plumb::State begin() const = 0;
  /// Returns eps_y at time zero.
  virtual double start() const = 0;
  /// Moves the state to a later time, one step of the schedule away. Touches with the ground have the forces on the
  /// strip at the end of the step.
  virtual PushStepOutcome step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                               double until) = 0;
  /// Returns where the tip is, m.
  virtual Eigen::Vector3d tip(const plumb::State& state) const = 0;
  /// Returns where all points are, m.
  virtual std::vector<Eigen::Vector3d> points(const plumb::State& state) const = 0;
  /// Is the residual that of Coulomb's law? A method that obeys another law, or measures none, tells none.
  virtual bool tells_residual() const { return true; }
  /// Does a saved state belong to this strip?
  virtual bool fits(const plumb::State& state) const = 0;
};

using MakePushStep = std::function<std::unique_ptr<PushStep>(const StripToPush& strip, const PushSchedule& schedule)>;

/// Does the tip stick? It slips if it bears on nothing, or if all of its contacts slide and all of their friction together
/// is on the cone: the end of a shell that bends across its width spreads, and its points slide against each other.
bool tip_sticks(const std::vector<plumb::Touch>& touches, double mu);

/// What all steps of strips that are a Model share.
class ModelPushStep : public PushStep {
 public:
  ModelPushStep(const StripToPush& strip, const Discretise& discretise)
      : length_(strip.length), body_(on_the_ground(strip, discretise)) {}

  plumb::State begin() const override { return body_.bent; }
  double start() const override { return 1 - (body_.upright.position.z() - body_.clearance) / length_; }
  Eigen::Vector3d tip(const plumb::State& state) const override { return body_.tip_at(state); }
  std::vector<Eigen::Vector3d> points(const plumb::State& state) const override {
    return body_.model.embedding->points_at(state.q, state.loads.clamps);
  }
  bool fits(const plumb::State& state) const override { return state.q.size() == body_.bent.q.size(); }

 protected:
  const PushedBody& body() const { return body_; }
  /// Returns the loads of the strip at a time, with the clamp where it then is.
  plumb::Loads loads_at(const ClampWay& way, double time) const;

 private:
  double length_;
  PushedBody body_;
};

/// Returns the ground z = 0 with a coefficient of friction.
plumb::Surroundings rough_ground(double mu);

}  // namespace codes
