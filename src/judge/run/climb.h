#pragma once

// Runs the rungs of ladders, each in a folder of its own below the run's folder, so that what is finished is not
// computed again.

#include <vector>

#include <judge/run/runner.h>

namespace judge {

/// Each cell climbs from its coarsest rung until its verdicts are settled, `most_rungs` at most. All cells of one rung
/// run side by side.
RunOutcome climb(const std::vector<Assignment>& cells, const RunOptions& options, int most_rungs);

}  // namespace judge
