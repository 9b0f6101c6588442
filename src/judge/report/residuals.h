#pragma once

#include <string>

#include <judge/verdict/assess.h>

namespace judge {

/// Returns a strip that stands below the plot: the relative error, with its sign, at every place that counts for the
/// strict verdict, on an axis that is linear within 0.1 % and logarithmic beyond; the strict band is shaded. Empty if
/// nothing was compared.
std::string residuals_svg(const Cell& cell);

}  // namespace judge
