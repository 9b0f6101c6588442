#pragma once

#include <optional>
#include <string>
#include <vector>

#include <judge/plot/plot.h>
#include <judge/protocols/curve.h>
#include <judge/question/record.h>
#include <judge/question/scenario.h>
#include <judge/score/score.h>

namespace judge {

/// What a protocol is: the column of the table.
struct ProtocolCard {
  std::string name;                      ///< on the command line and in paths: "cantilever", "cantilever/redundant"
  std::string title;                     ///< Cantilever
  std::string summary;                   ///< what is clamped, loaded and measured, in a sentence or two
  std::string paper;                     ///< where it is defined: section, equation, algorithm
  std::vector<std::string> observables;  ///< what a code must be able to tell after each load
  std::vector<std::string> columns;      ///< of its points, as in the CSV file; the first one is sampled
  std::vector<std::string> also{};       ///< what a code may tell besides: columns that may be empty
  int column = 100;                      ///< where it stands in the table: the paper's protocols as in its Table 1
};

/// What a load point gave, in the quantities of the plot. A load that failed has no values beyond the imposed ones.
struct Point {
  plumb::Status status = plumb::Status::ok;
  Quantities values;
  std::string label{};          ///< 2D, 3D, stick, slip; empty where the protocol does not label
  std::vector<double> shape{};  ///< as in Record
};

/// Did the code have no answer at this load? A snap is one where the protocol labels it.
inline bool has_failed(const Point& point) { return point.status != plumb::Status::ok && point.label.empty(); }

/// A planned branch and its points so far, in the order in which they were computed.
struct BranchPoints {
  Scenario scenario;
  std::vector<Point> points;
};

/// Does the answer at a load depend on the loads before it?
enum class History {
  forgotten,   ///< no, up to a mirror image
  restarted,   ///< it does, but for loads that restart
  remembered,  ///< it does: several states are stable, or what slipped stays
};

/// The quantity along which labels change.
struct SweptQuantity {
  std::string name;  ///< among the values of a point
  Axis axis;
  double width = 0;      ///< of the box: how well a frontier is known
  double threshold = 0;  ///< of the measure that becomes the label
};

/// A protocol is a set of pure functions: it keeps nothing between calls, so that a score or a picture can be made
/// again from the records of any earlier run.
class Protocol {
 public:
  virtual ~Protocol() = default;

  virtual ProtocolCard describe() const = 0;
  /// Returns the branches, independent of each other. Their knobs are left to the code's card.
  virtual std::vector<Scenario> plan(Sampling sampling) const = 0;
  /// Returns the next load of a branch, or nothing at its end. It depends on the points so far: a branch may stop after
  /// slip, or bisect.
  virtual std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const = 0;
  /// Returns about how many loads `next` will ask for; only the progress display uses it.
  virtual int length(const Scenario& branch) const = 0;

  /// Is the code's shape at this load worth keeping?
  virtual bool keeps_shape(const Scenario& /*branch*/, const Load& /*load*/) const { return false; }

  /// These are for the checks beside the curve (judge/check).
  virtual History history() const { return History::forgotten; }
  /// Returns nothing where points have no labels.
  virtual std::optional<SweptQuantity> swept(Sampling /*sampling*/) const { return std::nullopt; }
  /// Returns the first load of the branch and, in the order of the sweep, some far from every frontier, chosen at random
  /// by `seed`; nothing where points have no labels.
  virtual std::vector<Load> far_loads(const Scenario& /*branch*/, unsigned /*seed*/) const { return {}; }
  /// Returns the label of the master curve at a load.
  virtual std::string expected_label(const Scenario& /*branch*/, const Load& /*load*/) const { return {}; }

  virtual Point measure(const Scenario& branch, const Record& record) const = 0;
  /// Returns the score of all planned branches; one that was never run has no points.
  virtual Score score(const std::vector<BranchPoints>& branches) const = 0;
  /// Returns master curve, tolerance band, points and the worst one.
  virtual Plot picture(const std::vector<BranchPoints>& branches, const Score& score) const = 0;
  /// Returns smaller pictures that stand below it: other quantities, branch by branch.
  virtual std::vector<Plot> details(const std::vector<BranchPoints>& /*branches*/) const { return {}; }
  /// Returns the master curve as a table, for `plumb curve`; null if there is none.
  virtual const Curve* curve() const { return nullptr; }
};

/// Returns all columns, from the folders of src/judge/protocols (generated).
std::vector<const Protocol*> all_protocols();

/// Returns the names of `protocols`, in their order.
inline std::vector<std::string> names_of(const std::vector<const Protocol*>& protocols) {
  std::vector<std::string> names;
  for (const Protocol* protocol : protocols) names.push_back(protocol->describe().name);
  return names;
}

}  // namespace judge
