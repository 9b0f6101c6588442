#include <judge/plot/plot_box.h>

#include <cmath>
#include <limits>

namespace judge {

double Axis::position(double value) const {
  if (!log) return (value - low) / (high - low);
  if (!(value > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::log(value / low) / std::log(high / low);
}

double Axis::value(double position) const {
  return log ? low * std::pow(high / low, position) : low + position * (high - low);
}

}  // namespace judge
