#pragma once

#include <plumb/solve/equilibrium.h>

namespace plumb {

/// Takes a state from the loads it was accepted under to new ones, through as many intermediate equilibria as it needs:
/// a failed step is halved, a successful one doubled. The last step length is kept in the state, so a run that is
/// saved, loaded and continued gives the same bits. On failure the state is the last equilibrium reached.
class Continuation {
 public:
  explicit Continuation(Model model, EquilibriumOptions options = {}) : solver_(std::move(model), options) {}

  /// The outcome of the last step; its counts are the sums over all steps, its straying the largest.
  Outcome advance(State& state, const Loads& target);
  const Model& model() const { return solver_.model(); }

 private:
  EquilibriumSolver solver_;
  Loads from_, next_;
};

}  // namespace plumb
