#pragma once

#include <optional>

#include <plumb/solve/continuation.h>

namespace plumb {

/// A change from one branch of equilibria to another, on which the load cannot be taken back.
struct Jump {
  double fraction = 0;  ///< of the way from the one load to the other
  double distance = 0;  ///< m: of the point that moved furthest
  double released = 0;  ///< J: the potential energy that is lost
};

/// Is there a jump between two stable equilibria, of which the second was found from the first? On one branch the way
/// back from the second ends at the first; this holds at a bifurcation that loses no energy, too, as where a column
/// buckles. Where it does not, the way is halved until the place of the jump is known; what shrinks with the interval
/// is no jump. The status of the outcome is `interrupted` or `out_of_time` where the time did not suffice.
struct JumpSearch {
  Status status = Status::ok;
  std::optional<Jump> jump;
};
JumpSearch find_jump(Continuation& continuation, const State& before, const State& after);

/// Says an outcome that there may have been a jump on the way? Where it says no, the equilibrium was found in full
/// steps that went about where the first one pointed.
bool may_have_jumped(const Outcome& outcome);

}  // namespace plumb
