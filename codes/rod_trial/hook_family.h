#pragma once

#include <optional>
#include <vector>

#include <codes/rod_trial/scenario_rod.h>
#include <codes/sweep/sweep.h>

namespace codes {

/// The equilibria of a naturally circular rod that hangs: straight under a heavy weight, its loops unrolled but for a
/// hook at the free end, and from there on towards lighter weights. A sweep that starts with the light coil may carry
/// loops along that this family never had. Where the planar hook is no longer stable the family goes on out of the
/// plane, and in the end it becomes the coil.
///
/// It is a function of the rod alone: the stops on the way are always the same ones, each reached from the one before,
/// and whatever lies between is reached from the nearest heavier stop. So it need not be saved with a trial.
class HookFamily {
 public:
  /// `straight`: the rest state of the same rod without natural curvature.
  HookFamily(const ScenarioRod& rod, plumb::State straight);

  /// Returns the equilibrium under the weight `gamma`; nothing if the family cannot be followed so far.
  std::optional<FoundEquilibrium> at(double gamma, Follower& follower);

 private:
  plumb::Loads loads(double gamma) const;
  /// Goes to the next lighter stop. Returns false if it cannot be reached, nor what lies beyond.
  bool stop_again(Follower& follower);

  ScenarioRod rod_;
  plumb::State straight_;
  std::vector<plumb::State> stops_;  ///< the heaviest first
  bool ended_ = false;
};

}  // namespace codes
