#pragma once

// The master curve in the judge's terms: the plot box, its line and picture, the table of `plumb curve`.

#include <judge/protocols/curve.h>

namespace judge {

/// eps_y from 0 to 0.6 and mu from 0 to 0.4.
PlotBox stick_slip_box();

/// (eps_y, mu) from the origin to the triple point, dense enough to be the curve at the scale of the plot.
const Polyline& stick_slip_line();

/// Stick, slip and extended contact, master curve, eq. (8) and tolerance band, without points.
Plot stick_slip_picture();

/// P and Q of the master curve against eps_y, and where the tip slips on ground of friction mu.
Plot stick_slip_forces(double mu);

const Curve* stick_slip_table();

}  // namespace judge
