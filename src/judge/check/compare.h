#pragma once

// How far are the answers of a variation from what they must be?

#include <optional>
#include <string>
#include <vector>

#include <judge/check/check_result.h>
#include <judge/check/variation.h>

namespace judge {

/// The largest difference, of the observable's largest value on the branch; for labels, in widths of the search.
struct Difference {
  double value = 0;
  std::string where{};   ///< "drop at gamma = 10"
  std::string failed{};  ///< one sentence if an answer is missing that the plain run has
  std::string dead{};    ///< the same, if the code said that it cannot be asked this
  int n_compared = 0;
  /// The share of the way from plate to beam at which the answer lies, at the first and at the last load.
  std::optional<double> first_share{}, last_share{};
};

/// `found` are the records of the walks, in any order; those of another scenario do not count.
Difference compared(const Protocol& protocol, const PlainRun& plain, const Variation& variation,
                    const std::vector<BranchRecords>& found);

/// Returns the line of the panel. `tolerance` is the change that a tenfold tighter tolerance made, if it was asked.
CheckResult judged(const Variation& variation, const Difference& difference, std::optional<double> tolerance);

}  // namespace judge
