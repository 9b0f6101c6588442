#pragma once

// Where do the rungs of a ladder lead? From the errors of the three finest ones at the same load: the order at which
// they fall, and the limit that they have, with its uncertainty (Richardson's extrapolation). Nothing is run here.

#include <string>
#include <string_view>
#include <vector>

#include <judge/score/score.h>

namespace judge {

enum class Convergence { unknown, right, wrong, none };

std::string_view name(Convergence kind);

inline constexpr double limit_allowed = 3e-3;  ///< beside its uncertainty, relative

struct Limit {
  Convergence kind = Convergence::unknown;
  double order = 0;        ///< of the differences between rungs; 0: they are noise, or there are too few
  double value = 0;        ///< the error that is left with infinitely fine knobs, relative, with its sign
  double uncertainty = 0;  ///< of `value`
  double finest = 0;       ///< the error of the finest rung at the same place
  std::string where{};     ///< the place that decides: where the limit is worst
  std::string reason{};    ///< one sentence where the limit is wrong or there is none
};

/// Returns the limit of rungs in ascending order, each twice as fine as the one before.
Limit limit_of(const std::vector<std::vector<Deviation>>& rungs);

}  // namespace judge
