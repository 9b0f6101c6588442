#pragma once

#include <plumb/solve/continuation.h>

namespace codes {

/// Follows equilibria from load to load. A nearly inextensible rod descends hundreds of tiny steps along its curved
/// valley where two shorter load steps take ten iterations: so a short descent is tried first, and the long one only
/// where no load step is short enough, as at the end of a branch.
class Follower {
 public:
  explicit Follower(const plumb::Model& model);

  /// As plumb::Continuation.
  plumb::Outcome advance(plumb::State& state, const plumb::Loads& target);
  const plumb::Model& model() const { return brief_.model(); }

 private:
  plumb::Continuation brief_, patient_;
};

}  // namespace codes
