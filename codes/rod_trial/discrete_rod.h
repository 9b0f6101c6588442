#pragma once

#include <memory>
#include <vector>

#include <codes/rod_trial/scenario_rod.h>
#include <plumb/model/model.h>

namespace codes {

/// A rod discretised: how a code builds its model and what it sees of a state of that model.
class DiscreteRod {
 public:
  virtual ~DiscreteRod() = default;
  virtual plumb::Model model() const = 0;
  virtual Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const = 0;
  /// Returns the integral of |twist|, rad: the paper's measure of leaving the plane.
  virtual double total_twist(const plumb::Model& model, const plumb::State& state) const = 0;
  /// Returns points along the rod from the clamp to the free end, evenly spaced, m; none if the code has none to show.
  virtual std::vector<Eigen::Vector3d> centreline(const plumb::Model& /*model*/, const plumb::State& /*state*/) const {
    return {};
  }
};

using Discretisation = std::unique_ptr<DiscreteRod> (*)(const ScenarioRod& rod);

}  // namespace codes
