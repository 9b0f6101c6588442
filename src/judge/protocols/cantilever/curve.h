#pragma once

// The master curve in the judge's terms: the plot box, the branch to score against, the table of `plumb curve`.

#include <judge/protocols/curve.h>
#include <judge/score/score.h>

namespace judge {

/// Gamma from 1e-3 to 1e4 and H/W from 1e-4 to 1e2, both logarithmic.
PlotBox cantilever_box();

/// The curve at the values of Algorithm 1, computed once per process, with the exact H/W at any Gamma in the range.
const MasterBranch& cantilever_master();

/// Master curve, both asymptotes and tolerance band, without points.
Plot cantilever_picture();

const Curve* cantilever_table();

}  // namespace judge
