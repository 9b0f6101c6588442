#pragma once

#include <string>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/mechanics/state_fit.h>
#include <plumb/solve/continuation.h>

namespace codes {

/// Takes a structure from one equilibrium to the next.
class Follower {
 public:
  virtual ~Follower() = default;
  /// Returns the model of the state that was reached last.
  virtual const plumb::Model& model() const = 0;
  /// Makes ready for a state that may come from a file. Throws plumb::UserError if it is none of this structure.
  virtual void expect(const plumb::State& state) { refuse_misfit(state); }
  /// Takes `state` from its own loads to `target`. If the way is not found, it stays at the last equilibrium that was.
  virtual plumb::Outcome advance(plumb::State& state, const plumb::Loads& target) = 0;

 protected:
  void refuse_misfit(const plumb::State& state) const {
    if (const std::string why = plumb::misfit(state, model().initial); !why.empty()) {
      throw plumb::UserError(fmt::format("not a saved trial of this scenario: {}", why));
    }
  }
};

/// Follows equilibria by certified statics.
class Continued final : public Follower {
 public:
  explicit Continued(plumb::Model model) : continuation_(std::move(model)) {}
  const plumb::Model& model() const override { return continuation_.model(); }
  plumb::Outcome advance(plumb::State& state, const plumb::Loads& target) override {
    return continuation_.advance(state, target);
  }

 private:
  plumb::Continuation continuation_;
};

}  // namespace codes
