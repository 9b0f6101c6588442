#pragma once

#include <optional>

#include <codes/rod_trial/hook_family.h>
#include <codes/rod_trial/rod_at_work.h>

namespace codes {

/// What a rod shows at a load, and the other equilibrium that was found there, if any.
struct Shown {
  FoundEquilibrium seen;
  std::optional<FoundEquilibrium> other{};
  int iterations = 0;  ///< of all that was computed
};

/// Compares what a sweep finds with the hanging hook of the same rod: the one of lower energy is shown.
class HookRival {
 public:
  HookRival(const ScenarioRod& rod, Discretisation discretise);

  /// Returns what is shown at a load. `found` is the sweep's equilibrium there, or how the sweep failed.
  Shown compare(RodAtWork& work, FoundEquilibrium found, double gamma, judge::Approach approach);

  /// Was there a load at which the hook was not what the sweep found? It must survive a restart.
  bool two_shapes() const { return two_shapes_; }
  void set_two_shapes(bool two) { two_shapes_ = two; }

 private:
  std::optional<HookFamily> hook_;  ///< none for a rod that is naturally straight
  bool two_shapes_ = false;
};

}  // namespace codes
