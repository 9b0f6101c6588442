#pragma once

#include <plumb/model/linearisation.h>

namespace plumb {

/// What an exact look at a state shows: how far it is from an equilibrium, and whether that one is stable. The state is
/// not moved: what found it answers for it.
struct Certificate {
  Status status = Status::singular;
  double residual = 0;      ///< largest force over the largest sum of absolute forces on an unknown
  double distance = 0;      ///< Newton's next step, in the layout's scale; zero where the status is not ok
  int negative_modes = -1;  ///< of the exact Hessian; -1 where the status is not ok
};

/// Looks at `state` under its own loads. The model must be that of `here`.
Certificate certify(Linearisation& here, const State& state);

}  // namespace plumb
