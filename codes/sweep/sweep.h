#pragma once

#include <string>

#include <judge/question/code.h>
#include <plumb/solve/continuation.h>

namespace codes {

/// An equilibrium and how it was found.
struct FoundEquilibrium {
  plumb::State state;
  plumb::Outcome outcome;
};

/// Returns what the judge is told of `outcome`.
judge::Reply reply_of(const plumb::Outcome& outcome);

/// Follows the equilibria of one model from load to load, first from its rest state.
class Sweep {
 public:
  explicit Sweep(plumb::Model model);

  const plumb::Model& model() const { return continuation_.model(); }
  plumb::Continuation& continuation() { return continuation_; }
  const plumb::State& state() const { return state_; }

  /// The next advance starts from `state`.
  void start_from(plumb::State state) { state_ = std::move(state); }
  /// If the way to `target` is not found, the sweep stays at the last equilibrium that was.
  plumb::Outcome advance(const plumb::Loads& target) { return continuation_.advance(state_, target); }
  /// Returns the present loads with another gravity, m/s^2 downwards.
  plumb::Loads under(double gravity) const;

  std::string save() const { return plumb::save(state_); }
  /// Throws plumb::UserError if `bytes` are not a saved sweep of this model.
  void load(const std::string& bytes);

 private:
  plumb::Continuation continuation_;
  plumb::State state_;
};

/// Two saved texts as one, and back.
struct SavedPair {
  std::string first, second;

  std::string bytes() const;
  /// Throws plumb::UserError if `bytes` are not a whole pair.
  static SavedPair of(const std::string& bytes);
};

}  // namespace codes
