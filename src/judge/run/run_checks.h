#pragma once

// Runs the checks of cells whose plain run is complete, each variation in a folder of its own below the run's, so that
// what is finished is not computed again.

#include <vector>

#include <judge/run/runner.h>

namespace judge {

RunOutcome run_checks(const std::vector<Assignment>& cells, const RunOptions& options, unsigned seed);

}  // namespace judge
