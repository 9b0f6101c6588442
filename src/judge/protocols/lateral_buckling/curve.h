#pragma once

// The master curve in the judge's terms: the plot box, its picture, the table of `plumb curve`.

#include <judge/protocols/curve.h>

namespace judge {

/// w/L from 0 to 1 and Gamma* from 0 to 40.
PlotBox lateral_buckling_box();

/// Master curve, the paper's fit and the tolerance band, without points.
Plot lateral_buckling_picture(double nu);

/// Returns the curve for the paper's Poisson's ratio; `with_nu` gives any other.
const Curve* lateral_buckling_table();

}  // namespace judge
