#pragma once

#include <judge/plot/plot.h>
#include <judge/protocols/curve.h>

namespace judge {

/// The period over that of small swings.
double swing_ratio(double degrees);
/// Returns that against the angle, without points.
Plot pendulum_picture();
const Curve* pendulum_table();

}  // namespace judge
