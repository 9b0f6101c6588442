#pragma once

// The minimum of a function of one positive number that is costly to evaluate, on a logarithmic scale: a scan of the
// whole range, then golden sections about the best place of the scan. A pure search: it knows nothing of codes and
// scores.

#include <functional>
#include <optional>
#include <vector>

namespace judge {

struct Sample {
  double value = 0;
  double score = 0;  ///< HUGE_VAL: none
};

struct SearchRange {
  double least = 0, most = 0;  ///< both positive
  int n_scan = 9;              ///< values of the scan, both ends among them
  double tolerance = 0.01;     ///< the search ends when the minimum is known to this, relative
};

struct LogMinimum {
  std::vector<Sample> samples;  ///< all, by rising values
  Sample best;
  /// The sampled values next to the best, on either side, whose scores are worse by more than a hundredth; the end of
  /// the range where there is none.
  double low = 0, high = 0;
  bool at_end = false;  ///< is the best value an end of the range, to the tolerance?
  bool flat = false;    ///< do the scores of the scan differ by less than a tenth of the best?
};

/// Returns the score at a value; nothing: somebody asked to stop.
using Objective = std::function<std::optional<double>(double value)>;

/// Returns how many values will be tried, at most.
int n_values(const SearchRange& range);

/// Returns nothing if the objective wanted to stop.
std::optional<LogMinimum> log_minimum(const Objective& objective, const SearchRange& range);

}  // namespace judge
