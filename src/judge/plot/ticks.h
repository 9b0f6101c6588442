#pragma once

#include <string>
#include <vector>

#include <judge/plot/plot_box.h>

namespace judge {

struct Tick {
  double position = 0;   ///< in the box, from 0 to 1
  std::string label;     ///< empty: a minor tick
  std::string exponent;  ///< raised after the label: 10 with -3
};

/// Returns round values inside the axis: decades, or 1-2-5 multiples of them if the axis is linear or spans few
/// decades.
std::vector<Tick> ticks(const Axis& axis);

}  // namespace judge
