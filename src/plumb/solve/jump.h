#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <plumb/solve/continuation.h>

namespace plumb {

/// A change from one branch of equilibria to another, which taking back the load does not undo.
struct Jump {
  double fraction = 0;  ///< of the way from the one load to the other
  double distance = 0;  ///< m: of the point that moved furthest
  double released = 0;  ///< J: the potential energy that is lost; a moment fixed in space has none, and may hide it
};

/// Returns points of the body in a state, by which it is seen to move; at least one.
using PointsOf = std::function<std::vector<Eigen::Vector3d>(const State&)>;

/// The status is `interrupted` or `out_of_time` if the time did not suffice.
struct JumpSearch {
  Status status = Status::ok;
  std::optional<Jump> jump;
};
/// Looks for a jump between two stable equilibria, of which the second was found from the first. On one branch the way
/// back from the second ends at the first. If it does not, or may have jumped itself, the way is halved again and
/// again: on a branch points move the less the shorter the interval, at a bifurcation that loses no energy, as where a
/// column buckles, as the root of it; what does not shrink is a jump.
JumpSearch find_jump(Continuation& continuation, const State& before, const State& after, const PointsOf& points);

/// Returns true if there may have been a jump on the way to the equilibrium of an outcome. If not, it was found in full
/// steps that went about where the first one pointed.
bool may_have_jumped(const Outcome& outcome);

}  // namespace plumb
