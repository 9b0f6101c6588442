#pragma once

// The master curve in the judge's terms: the plot box, its line and picture, the table of `plumb curve`.

#include <judge/protocols/curve.h>

namespace judge {

/// x = Gamma^(1/3)/phi from 0.105 to 0.95 and turns = phi/2pi from 0.3 to 10, both logarithmic.
PlotBox bend_twist_box();

/// The frontier (x, turns) in one line: from 10 turns down the lower crossings to the tip of the 3D region, then up the
/// upper ones. For long rods it leaves the box on the left.
Polyline bend_twist_line(double nu);

/// 2D and 3D regions, frontier and tolerance band, without points.
Plot bend_twist_picture(double nu);

/// Returns the curve for the paper's Poisson's ratio; `with_nu` gives any other.
const Curve* bend_twist_table();

}  // namespace judge
