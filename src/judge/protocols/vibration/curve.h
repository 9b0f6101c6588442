#pragma once

#include <judge/plot/plot.h>
#include <judge/protocols/curve.h>

namespace judge {

/// Returns the frequencies in their box, without points.
Plot vibration_picture();
/// Returns the first two modes, for `plumb curve`.
const Curve* vibration_table();

}  // namespace judge
