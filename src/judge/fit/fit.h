#pragma once

// Which value of a parameter makes a code best on a protocol? Every value is a run of its own, in a folder of its own
// below the fit's, so that a fit that was interrupted goes on where it was.

#include <functional>
#include <optional>

#include <judge/fit/log_minimum.h>
#include <judge/question/tunable.h>
#include <judge/run/runner.h>

namespace judge {

/// What is made small.
enum class FitBy {
  distance,  ///< between the measured and the master curve, as a part of the plot: the paper's score
  error,     ///< the largest relative error: the strict score
};

struct FitOptions {
  RunOptions run;  ///< its folder is the fit's
  FitBy by = FitBy::distance;
  SearchRange range;
  std::function<void(const Sample&)> on_value{};  ///< called after each value
};

/// Returns nothing if the run was interrupted. A value at which a load fails has no score.
std::optional<LogMinimum> fit(const Code& code, const std::string& parameter, const Protocol& protocol,
                              const FitOptions& options);

}  // namespace judge
