#pragma once

#include <memory>
#include <string>

#include <codes/sweep/follower.h>
#include <judge/question/code.h>

namespace codes {

/// An equilibrium and how it was found.
struct FoundEquilibrium {
  plumb::State state;
  plumb::Outcome outcome;
};

/// Returns what the judge is told of `outcome`.
judge::Reply reply_of(const plumb::Outcome& outcome);

/// Goes from load to load along the equilibria that a follower finds, first from the rest state of its model.
class Sweep {
 public:
  explicit Sweep(std::unique_ptr<Follower> follower);
  /// By certified statics.
  explicit Sweep(plumb::Model model) : Sweep(std::make_unique<Continued>(std::move(model))) {}

  const plumb::Model& model() const { return follower_->model(); }
  Follower& follower() { return *follower_; }
  const plumb::State& state() const { return state_; }

  /// The next advance starts from `state`.
  void start_from(plumb::State state) { state_ = std::move(state); }
  /// If the way to `target` is not found, the sweep stays at the last equilibrium that was.
  plumb::Outcome advance(const plumb::Loads& target) { return follower_->advance(state_, target); }
  /// Returns the present loads with another gravity, m/s^2 downwards.
  plumb::Loads under(double gravity) const;

  std::string save() const { return plumb::save(state_); }
  /// Throws plumb::UserError if `bytes` are not a saved sweep of this model.
  void load(const std::string& bytes);

 private:
  std::unique_ptr<Follower> follower_;
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
