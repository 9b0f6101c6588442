#pragma once

#include <string>
#include <vector>

namespace judge {

/// One axis of a plot. Positions run from 0 at `low` to 1 at `high`, with the value or with its logarithm.
struct Axis {
  std::string label;
  double low = 0;
  double high = 1;
  bool log = false;

  /// Returns the position of a value: outside [0, 1] beyond the ends, NaN if the value has no logarithm.
  double position(double value) const;
  double value(double position) const;
};

/// The box in which curves are drawn and compared: "5 % of the plot size" is 0.05 of this box, made a unit square.
struct PlotBox {
  Axis x;
  Axis y;
};

/// A point in the quantities of the axes (not in positions).
struct CurvePoint {
  double x = 0;
  double y = 0;
  bool operator==(const CurvePoint&) const = default;
};

using Polyline = std::vector<CurvePoint>;

}  // namespace judge
