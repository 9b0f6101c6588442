#pragma once

// The master curve in the judge's terms: the plot box, its line and picture, the table of `plumb curve`.

#include <judge/protocols/bend_twist/master_curve.h>
#include <judge/protocols/curve.h>
#include <judge/question/question.h>

namespace judge {

/// x = Gamma^(1/3)/phi from 0.105 to 0.95 and turns = phi/2pi from 0.3 to 10, both logarithmic.
PlotBox bend_twist_box();

/// A section and how it is called in titles.
struct BendTwistSection {
  BendTwistRod rod;
  std::string words;  ///< "ν = 0.5"
};
BendTwistSection round_section(double nu);
BendTwistSection rectangular_section(const Sheet& rectangle);

/// The frontier (x, turns) in one line: from 10 turns down the lower crossings to the tip of the 3D region, then up the
/// upper ones. For long rods it leaves the box on the left.
Polyline bend_twist_line(const BendTwistRod& rod);

/// 2D and 3D regions, frontier and tolerance band, without points.
Plot bend_twist_picture(const BendTwistSection& section);

/// Returns the curve for the paper's Poisson's ratio; `with_nu` gives any other.
const Curve* bend_twist_table();
/// Returns the curve of a rectangle; `with_nu` likewise.
std::unique_ptr<Curve> rectangle_table(const Sheet& rectangle);

}  // namespace judge
