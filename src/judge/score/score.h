#pragma once

// How far is a measured curve from the master curve? Both are drawn in the protocol's plot box, made a unit square,
// clipped to the sampled window, and compared by the two-sided Hausdorff distance: the verdict is OK below 5 %. Beside
// it stands the largest relative error of the compared quantity, for 5 % of six decades lets a factor of two pass: the
// strict verdict is OK when that error is at most 1 % everywhere.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <judge/plot/plot_box.h>

namespace judge {

/// Which axis is imposed; the quantity of the other one is compared.
enum class Sampled { x, y };

struct ScoreRule {
  PlotBox box;
  Sampled sampled = Sampled::x;
  double tolerance = 0.05;         ///< of the plot size
  double strict_tolerance = 0.01;  ///< of the compared quantity
};

/// One branch of the master curve.
struct MasterBranch {
  std::string name;
  Polyline points;  ///< dense enough to be the curve at the scale of the plot; any order
  /// Returns the compared quantity at a sampled one, exactly; if there is no function, it is read from `points`.
  std::function<double(double)> exact;
};

struct MeasuredPoint {
  double x = 0;
  double y = 0;
  bool strict = true;  ///< false: outside the assumptions of the master curve, so left out of the strict score
};

/// What a code was asked on a branch and what it gave. A load that failed has no point.
struct MeasuredBranch {
  std::string name;  ///< of the master branch it belongs to
  std::vector<double>
      planned;  ///< sampled values asked for: their ends are the window, their spacing says what is a gap
  std::vector<MeasuredPoint> points;  ///< any order, any density
};

/// The largest relative error and where it occurs.
struct RelativeError {
  double value = 0;
  CurvePoint at;
  double expected = 0;  ///< the master's value there
};

/// Values of the sampled quantity, both ends included.
struct PassedRange {
  double from = 0, to = 0;
};

/// The error at one place, with its sign: what a ladder's rungs are compared by.
struct Deviation {
  std::string branch;   ///< of the master curve
  double at = 0;        ///< the sampled value
  double error = 0;     ///< relative
  double noise = 0;     ///< how well it is known
  std::string where{};  ///< for people: "Γ = 10"
};

struct Score {
  bool ok = false;
  bool strict_ok = false;
  std::string reason;               ///< one sentence that says why `ok` is false; else empty
  std::string strict_reason;        ///< the same for `strict_ok`
  std::optional<double> hausdorff;  ///< fraction of the plot size; empty: nothing to compare
  CurvePoint hausdorff_at;          ///< the point, of either curve, that lies so far from the other one
  std::optional<RelativeError> worst;
  std::optional<PassedRange> strict_range;  ///< the longest one without a point beyond the strict tolerance
  std::vector<Deviation> deviations{};      ///< of the points that count for the strict score
  std::vector<std::string> remarks;         ///< what a reader may want to look at: mislabelled points
  std::vector<std::string> notes;           ///< what else the records tell
};

/// Compares the curves. A gap (no point within half a spacing of a planned value), a point without a place in the plot
/// (NaN, or a value that is not positive on a logarithmic axis) and a branch without points are KO, whatever the
/// distance is.
Score score_curves(const std::vector<MasterBranch>& master, const std::vector<MeasuredBranch>& measured,
                   const ScoreRule& rule);

}  // namespace judge
