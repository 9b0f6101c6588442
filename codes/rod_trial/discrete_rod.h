#pragma once

#include <functional>
#include <memory>

#include <codes/rod_trial/scenario_rod.h>
#include <plumb/model/model.h>
#include <plumb/model/view.h>

namespace codes {

/// A rod discretised: how a code builds its model, and the model's view.
class DiscreteRod {
 public:
  virtual ~DiscreteRod() = default;
  /// Returns the model at rest in its natural shape.
  virtual plumb::Model model() const = 0;
  /// Gives what is no point of the model the rates of a rigid motion: sections that turn.
  virtual void spin(plumb::Model& /*model*/, const Eigen::Vector3d& /*spin*/) const {}
  /// Returns what one sees of a state of that model, for as long as rod, model and state are there. |twist| integrated
  /// along the rod is the paper's measure of leaving the plane.
  virtual std::unique_ptr<plumb::CurveView> view(const plumb::Model& model, const plumb::State& state) const = 0;
};

using Discretisation = std::function<std::unique_ptr<DiscreteRod>(const ScenarioRod& rod)>;

}  // namespace codes
