#pragma once

// Plates of triangles that are moved in time until they rest: how animation codes, which have no static solver, find
// an equilibrium.

#include <codes/plate_trial/triangle_plate.h>
#include <plumb/step/settle.h>

namespace codes {

/// Follows equilibria by letting a motion come to rest under each new load. The certificate of the state it ends on is
/// told in the outcome, and changes nothing.
class SettledFollower final : public Follower {
 public:
  SettledFollower(const plumb::Model& model, plumb::Method method, const plumb::SettleOptions& options);

  const plumb::Model& model() const override { return stepper_->model(); }
  /// The outcome has the steps in its `load_steps` and the distance to the equilibrium nearby in its `update`.
  plumb::Outcome advance(plumb::State& state, const plumb::Loads& target) override;

 private:
  std::unique_ptr<plumb::Stepper> stepper_;
  plumb::Linearisation exact_;
  plumb::SettleOptions options_;
};

/// A plate of triangles that settles by one linear solve a step. Its knobs: dt in units of ScenarioPlate::slowness, and
/// tol, the speed at which it counts as being at rest, in lengths over slowness.
struct SettledPlate {
  TrianglePlate triangles;

  std::unique_ptr<DiscretePlate> operator()(const ScenarioPlate& plate) const;
};

}  // namespace codes
