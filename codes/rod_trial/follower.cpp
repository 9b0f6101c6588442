#include <codes/rod_trial/follower.h>

namespace codes {
namespace {

plumb::EquilibriumOptions brief_descent() {
  plumb::EquilibriumOptions options;
  options.max_descent = 30;
  return options;
}

}  // namespace

Follower::Follower(const plumb::Model& model) : brief_(model, brief_descent()), patient_(model) {}

plumb::Outcome Follower::advance(plumb::State& state, const plumb::Loads& target) {
  const plumb::Outcome brief = brief_.advance(state, target);
  if (brief.status == plumb::Status::ok) return brief;
  plumb::Outcome outcome = patient_.advance(state, target);
  outcome.iterations += brief.iterations;
  outcome.saddles_left += brief.saddles_left;
  outcome.load_steps += brief.load_steps;
  return outcome;
}

}  // namespace codes
