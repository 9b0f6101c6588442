#pragma once

// Algorithm 6: where the tip of a pushed strip begins to slip by the forces that a code tells, P and Q in EI/L^2. It
// begins where Q/P comes to mu first. The tip needs some way, and in a motion some time, before it is seen to have
// moved.
//
// No code gains by what it tells. Forces count only where every load has them. The onset is read off P and Q at the
// last load before it; of that and the place that the code itself tells (`slips_from`), the one that is farther from the
// master curve counts. A tip that has moved has slipped, whatever the forces are.

#include <optional>
#include <string>
#include <vector>

#include <judge/protocols/labelled.h>
#include <judge/protocols/protocol.h>

namespace judge {

/// The points of one row; `mu` is the friction coefficient of the ground.
struct PushedRow {
  double mu = 0;
  std::vector<Point> points;  ///< of StickSlip: eps_y, and P, Q, slips_from where the code tells them
};

/// Does the row have P and Q at every load whose strip bears on the ground? On smooth ground forces decide nothing.
bool tells_forces(const PushedRow& row);

/// Returns the labels by force: slip from the first load on at which Q/P has come to mu or the tip has moved.
std::vector<Label> force_labels(const PushedRow& row);

/// Returns where the code itself says that its tip begins to slip.
std::optional<double> told_onset(const std::vector<Point>& points);

struct Onset {
  double eps_y = 0;
  /// P at the last load before the onset over that of the master curve at the same load; none if there is no such load.
  std::optional<double> P_ratio;
};
/// Returns where Q/P comes to mu; none if it does not, or the row has no forces.
std::optional<Onset> force_onset(const PushedRow& row);

/// Returns a sentence about a load at which the ground bears more than friction can; empty if there is none.
std::string cone_violation(const PushedRow& row);

}  // namespace judge
