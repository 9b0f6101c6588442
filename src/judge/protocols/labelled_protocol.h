#pragma once

// What Bend-Twist, Lateral Buckling and Stick-Slip have in common: rows of a grid, a quantity swept along each, a
// measure that becomes a label, and a frontier. A protocol says what differs; the order of the loads, the search,
// the score and the picture are here.

#include <optional>
#include <string>
#include <vector>

#include <judge/protocols/labelled.h>
#include <judge/protocols/protocol.h>

namespace judge {

struct LabelledDesign {
  ProtocolCard card;  ///< columns: row, swept, measure, label
  PlotBox box;
  Sampled rows = Sampled::y;           ///< the axis of the rows
  std::string near, far;               ///< labels: 2D and 3D, stick and slip
  double threshold = 0;                ///< |measure| above it is `far`
  Approach search = Approach::bisect;  ///< how the loads between those of the grid are approached
  bool keeps_shapes = false;           ///< of the points of the grid
  bool snap_is_far = false;            ///< a load that a code cannot reach because the structure snaps is `far`
};

class LabelledProtocol : public Protocol {
 public:
  ProtocolCard describe() const final { return design_.card; }
  std::vector<Scenario> plan(Sampling sampling) const final;
  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const final;
  int length(const Scenario& branch) const final;
  bool keeps_shape(const Scenario& branch, const Load& load) const final;
  std::optional<SweptQuantity> swept(Sampling sampling) const final;
  std::vector<Load> far_loads(const Scenario& branch, unsigned seed) const final;
  std::string expected_label(const Scenario& branch, const Load& load) const final;
  Point measure(const Scenario& branch, const Record& record) const final;
  Score score(const std::vector<BranchPoints>& branches) const final;
  Plot picture(const std::vector<BranchPoints>& branches, const Score& score) const final;

 protected:
  explicit LabelledProtocol(LabelledDesign design) : design_(std::move(design)) {}

  virtual std::vector<double> rows(Sampling sampling) const = 0;
  /// Returns the values to label along a row, in the order in which to ask them, given the labels so far.
  virtual std::vector<double> grid(const std::vector<Label>& so_far) const = 0;
  /// Returns those values of the grid that a quick sampling asks: its ends, and both sides of each crossing.
  virtual std::vector<double> quick_grid(double row, const std::vector<double>& grid) const;
  /// Returns what is asked in a row.
  virtual Question question(double row) const = 0;
  /// Returns the units in which all rows are stated.
  virtual Scales scales() const = 0;
  virtual Load load(double row, double at, Approach approach) const = 0;
  virtual MasterFrontier frontier() const = 0;
  /// Returns where the code itself expects its label to change, if it says so.
  virtual std::optional<double> foretold(const std::vector<Point>& /*so_far*/) const { return std::nullopt; }
  /// Returns the value to label next, once the grid is done, so that the frontier is known to `width`, of the box.
  virtual std::optional<double> sought(double row, const std::vector<Point>& so_far, double width) const;
  /// Returns where the label of a row changes, if the code tells more than its labels do.
  virtual std::optional<Crossing> sharp_crossing(const BranchPoints& /*branch*/) const { return std::nullopt; }
  /// Returns a sentence that says why the strict verdict is KO whatever the frontier is; empty if nothing does.
  virtual std::string strict_objection(const std::vector<BranchPoints>& /*branches*/) const { return {}; }
  /// Returns the picture without points.
  virtual Plot background() const = 0;
  /// Returns what else is worth a line in the report.
  virtual std::vector<std::string> notes(const std::vector<BranchPoints>& /*branches*/) const { return {}; }
  /// Returns what stands beside the shape of a point.
  virtual std::vector<PlotFact> facts(const Point& /*point*/) const { return {}; }

  std::vector<Label> labels(const std::vector<Point>& points) const;
  const Axis& swept_axis() const { return design_.rows == Sampled::x ? design_.box.y : design_.box.x; }
  double row_of(const Scenario& branch) const { return branch.regime.at(row_name()); }

 private:
  const std::string& row_name() const { return design_.card.columns[0]; }
  const std::string& swept_name() const { return design_.card.columns[1]; }
  CurvePoint place(double row, double at) const;
  /// The search knows a frontier to its width only.
  void add_noise(const std::vector<BranchPoints>& branches, std::vector<Deviation>& deviations) const;
  void add_marks(const std::vector<BranchPoints>& branches, Plot& plot) const;
  void add_spots(const std::vector<BranchPoints>& branches, Plot& plot) const;
  std::vector<double> asked(const Scenario& branch, const std::vector<Label>& so_far) const;

  LabelledDesign design_;
};

}  // namespace judge
