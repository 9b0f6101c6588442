#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <codes/plate_trial/scenario_plate.h>
#include <codes/sweep/sweep.h>
#include <plumb/core/status.h>

namespace codes {

/// A plate discretised: how a code builds its model, and where the view of that model has the plate's tip.
class DiscretePlate {
 public:
  virtual ~DiscretePlate() = default;
  virtual plumb::Model model() const = 0;
  /// Returns how the code goes from one equilibrium to the next: by certified statics, unless it says otherwise.
  virtual std::unique_ptr<Follower> follower() const { return std::make_unique<Continued>(model()); }
  /// Returns the middle of the free edge.
  virtual Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const = 0;
  /// Returns the point halfway from the clamp to the tip.
  virtual Eigen::Vector3d middle(const plumb::Model& /*model*/, const plumb::State& /*state*/) const {
    throw plumb::UserError("this plate does not tell where its middle is");
  }
  /// Does the code find out that a flat plate is unstable, and leave it? If not, a flat plate stays flat under any
  /// weight, and only what comes from the buckled side shows where it buckles.
  virtual bool leaves_saddles() const { return true; }
  /// Returns the flat plate with the generators that `state` has, where a flat plate alone does not tell if it is
  /// stable; none where it does.
  virtual std::optional<plumb::State> flattened(const plumb::State& /*state*/) const { return std::nullopt; }
};

using PlateDiscretisation = std::function<std::unique_ptr<DiscretePlate>(const ScenarioPlate& plate)>;

/// The plate of a scenario with one Young's modulus: discretised, swept from load to load, and looked at.
class PlateAtWork {
 public:
  PlateAtWork(const judge::Scenario& scenario, double young, const PlateDiscretisation& discretise);

  const ScenarioPlate& plate() const { return plate_; }
  double young() const { return plate_.young; }
  Sweep& sweep() { return sweep_; }
  const Sweep& sweep() const { return sweep_; }

  FoundEquilibrium advance(double gamma) { return advance(sweep_.under(plate_.gravity(gamma))); }
  FoundEquilibrium advance(const plumb::Loads& target);

  bool leaves_saddles() const { return discrete_->leaves_saddles(); }
  std::optional<plumb::State> flattened(const plumb::State& state) const { return discrete_->flattened(state); }
  /// Returns the tip in the frame of the clamp, in units of the length.
  Eigen::Vector3d tip(const plumb::State& state) const {
    return plate_.placement.seen(discrete_->tip(sweep_.model(), state)) / plate_.length;
  }
  /// Returns reach, drop, the number of unknowns, and how far the tip is on the side to which a positive tilt leans it,
  /// `lateral`.
  judge::Quantities quantities(const FoundEquilibrium& seen) const;
  /// Plates have no centreline to show.
  std::vector<double> shape(const plumb::State& /*state*/) const { return {}; }

 private:
  ScenarioPlate plate_;
  std::unique_ptr<DiscretePlate> discrete_;
  Sweep sweep_;
};

}  // namespace codes
