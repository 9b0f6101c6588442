#pragma once

#include <string>
#include <variant>

#include <judge/question/code.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/projective_statics.h>

namespace codes {

/// An equilibrium and how it was found.
struct FoundEquilibrium {
  plumb::State state;
  plumb::Outcome outcome;
};

/// Returns what the judge is told of `outcome`.
judge::Reply reply_of(const plumb::Outcome& outcome);

/// Follows the equilibria of one model from load to load, first from its rest state: certified ones by Newton's method,
/// or what Projective Dynamics comes to with its budget of iterations.
class Sweep {
 public:
  explicit Sweep(plumb::Model model);
  Sweep(plumb::Model model, plumb::ProjectiveOptions options);

  const plumb::Model& model() const;
  bool certifies() const { return std::holds_alternative<plumb::Continuation>(method_); }
  /// Only a sweep that certifies has one.
  plumb::Continuation& continuation() { return std::get<plumb::Continuation>(method_); }
  const plumb::State& state() const { return state_; }

  /// The next advance starts from `state`.
  void start_from(plumb::State state) { state_ = std::move(state); }
  /// If the way to `target` is not found, the sweep stays at the last equilibrium that was.
  plumb::Outcome advance(const plumb::Loads& target);
  /// Returns the present loads with another gravity, m/s^2 downwards.
  plumb::Loads under(double gravity) const;

  std::string save() const { return plumb::save(state_); }
  /// Throws plumb::UserError if `bytes` are not a saved sweep of this model.
  void load(const std::string& bytes);

 private:
  std::variant<plumb::Continuation, plumb::ProjectiveStatics> method_;
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
