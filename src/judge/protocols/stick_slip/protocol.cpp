// Stick-Slip, Algorithm 5: a strip, clamped vertically, is pushed against the ground; its tip sticks or slips. Rows are
// friction coefficients, eps_y is swept upwards. What has slipped does not stick again: a row ends at its first slip,
// and each load of the search starts again from the straight strip, or from a state on the way (`reset` in the load).
//
// The paper's verdict sees the tip: slip is a shift of more than 1e-3 L from where it touched first, or a snap. The strict
// one sees the forces where a code tells them, Algorithm 6 (`onset.h`), and then wants P right to 1e-3 as well; else
// it sees the tip, too. Beyond the triple point the strip lies on the ground: nothing is scored there.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/frontier_search.h>
#include <judge/protocols/labelled_protocol.h>
#include <judge/protocols/remembered.h>
#include <judge/protocols/stick_slip/curve.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <judge/protocols/stick_slip/onset.h>

namespace judge {
namespace {

constexpr int kColumns = 36;                       // eps_y from 0 to 0.6 by 1/60
constexpr double kWidth = 0.1, kThickness = 1e-3;  // in units of L
constexpr double kSlips = 1e-3;                    // in units of L, of the tip
constexpr double kForce = 1e-3;                    // of P: what the strict verdict allows
constexpr double kAsTheGrid = 1.001 / kColumns;    // of the box: how well the tip's slip is known where forces are told

LabelledDesign design() {
  LabelledDesign d;
  d.card = {
      "stick-slip",
      "Stick-Slip",
      "A weightless strip, clamped vertically, is pushed by ε_y L against the ground. Compared: where its tip slips, "
      "against the friction coefficient μ.",
      "Romero et al. 2021, section 4.5, eq. (7); recipe manual, Algorithms 5 and 6",
      {"tip_shift"},
      {"mu", "eps_y", "measure", "label"},
      {"P", "Q", "slips_from", "residual"},
      4};
  d.box = stick_slip_box();
  d.rows = Sampled::y;
  d.near = "stick";
  d.far = "slip";
  d.threshold = kSlips;
  d.search = Approach::restart;
  d.keeps_shapes = true;
  d.snap_is_far = true;
  return d;
}

double slip_at(double mu) {
  static Remembered<double> slip([](double m) { return stick_slip_at_friction(m).eps_y; });
  return slip(mu);
}

class StickSlip : public LabelledProtocol {
 public:
  StickSlip() : LabelledProtocol(design()) {}
  const Curve* curve() const override { return stick_slip_table(); }
  History history() const override { return History::restarted; }

 private:
  std::vector<double> rows(Sampling) const override {
    std::vector<double> friction;
    for (int i = 0; i <= 7; ++i) friction.push_back(i / 20.0);
    return friction;
  }

  std::vector<double> grid(const std::vector<Label>& so_far) const override {
    std::vector<double> values;
    for (int i = 0; i <= kColumns; ++i) {
      values.push_back(i / 60.0);
      const bool slipped = std::any_of(so_far.begin(), so_far.end(),
                                       [&](const Label& label) { return label.beyond && label.at == values.back(); });
      if (slipped) break;
    }
    return values;
  }

  /// Everything from the load before the master's onset on: who is late is seen at the next load, not at the last.
  std::vector<double> quick_grid(double mu, const std::vector<double>& grid) const override {
    std::vector<double> some{grid.front()};
    for (std::size_t i = 1; i < grid.size(); ++i) {
      if (i + 1 == grid.size() || grid[i + 1] > slip_at(mu)) some.push_back(grid[i]);
    }
    return some;
  }

  Question question(double mu) const override { return PushedStrip{{kWidth, kThickness, 0}, mu, kSlips}; }

  Scales scales() const override {
    constexpr double h = kThickness, w = kWidth;
    return {1, 12 / (h * h * h * w), 1 / (h * w)};  // EI = 1, rho A = 1
  }

  Load load(double, double eps_y, Approach approach) const override {
    Load load{{{"eps_y", eps_y}}, approach};
    if (approach == Approach::restart) load.values["reset"] = 1;
    return load;
  }

  MasterFrontier frontier() const override {
    MasterFrontier f;
    f.beyond = [](double mu, double eps_y) { return eps_y > slip_at(mu); };
    f.crossings = [](double mu) { return std::vector<Crossing>{{slip_at(mu), true}}; };
    return f;
  }

  std::optional<double> foretold(const std::vector<Point>& so_far) const override { return told_onset(so_far); }

  std::optional<double> sought(double mu, const std::vector<Point>& so_far, double width) const override {
    const PushedRow row{mu, so_far};
    if (!tells_forces(row)) return LabelledProtocol::sought(mu, so_far, width);
    const auto at = next_in_search(force_labels(row), swept_axis(), width, foretold(so_far));
    return at ? at : next_in_search(labels(so_far), swept_axis(), kAsTheGrid);
  }

  PushedRow pushed(const BranchPoints& branch) const { return {row_of(branch.scenario), branch.points}; }

  std::optional<Crossing> sharp_crossing(const BranchPoints& branch) const override {
    const auto onset = force_onset(pushed(branch));
    return onset ? std::optional(Crossing{onset->eps_y, true}) : std::nullopt;
  }

  std::string strict_objection(const std::vector<BranchPoints>& branches) const override {
    for (const BranchPoints& branch : branches) {
      const PushedRow row = pushed(branch);
      if (const std::string beyond = cone_violation(row); !beyond.empty()) return beyond;
      const auto onset = force_onset(row);
      if (!onset || !onset->P_ratio || std::abs(*onset->P_ratio - 1) <= kForce) continue;
      return fmt::format("P is {:+.3g} % off where the tip begins to slip at μ = {:g}.", 100 * (*onset->P_ratio - 1),
                         row.mu);
    }
    return {};
  }

  std::vector<std::string> notes(const std::vector<BranchPoints>& branches) const override {
    std::string onsets, forces, tips;
    double residual = -1;
    for (const BranchPoints& branch : branches) {
      const PushedRow row = pushed(branch);
      const auto add = [&](std::string& list, double ratio) {
        list += fmt::format("{} {:+.3f} % at {:g}", list.empty() ? "" : ",", 100 * (ratio - 1), row.mu);
      };
      for (const Point& point : row.points) {
        if (const auto told = point.values.find("residual"); told != point.values.end()) {
          residual = std::max(residual, told->second);
        }
      }
      const auto onset = force_onset(row);
      if (!onset) continue;
      add(onsets, onset->eps_y / slip_at(row.mu));
      if (onset->P_ratio) add(forces, *onset->P_ratio);
      const auto moved = crossings(labels(row.points), swept_axis());
      if (!moved.empty()) add(tips, moved.front().at / slip_at(row.mu));
    }
    std::vector<std::string> all;
    if (!onsets.empty()) all.push_back("Q/P comes to μ off the master curve by, at μ:" + onsets);
    if (!forces.empty()) all.push_back("P just before is off the master curve by, at μ:" + forces);
    if (!tips.empty()) all.push_back("the tip is seen to have moved off the master curve by, at μ:" + tips);
    if (residual >= 0) {
      all.push_back(
          fmt::format("residual of the worst contact of all steps: {:.2g} of its force; its square, the kind "
                      "of number that So-Bogus' own tolerance bounds (in N², a mean over contacts): {:.2g}",
                      residual, residual * residual));
    }
    return all;
  }

  Plot background() const override { return stick_slip_picture(); }

  std::vector<PlotFact> facts(const Point& point) const override {
    const auto value = [&](const char* name) { return point.values.at(name); };
    std::vector<PlotFact> list{{"μ", fmt::format("{:g}", value("mu"))},
                               {"ε_y", fmt::format("{:.4g}", value("eps_y"))},
                               {"tip moved by", fmt::format("{:.4f} L", std::abs(value("measure")))}};
    if (!point.values.contains("P") || !point.values.contains("Q")) return list;
    list.push_back({"P", fmt::format("{:.4f} EI/L²", value("P"))});
    list.push_back({"Q", fmt::format("{:.4f} EI/L²", std::abs(value("Q")))});
    if (value("P") > 0) list.push_back({"Q/P", fmt::format("{:.4f}", std::abs(value("Q")) / value("P"))});
    return list;
  }

 public:
  /// P and Q against eps_y, for each mu.
  std::vector<Plot> details(const std::vector<BranchPoints>& branches) const override {
    std::vector<Plot> plots;
    for (const BranchPoints& branch : branches) {
      PlotMarks normal{{}, 0, "P"}, tangential{{}, 5, "Q"};
      for (const Point& point : branch.points) {
        if (!point.values.contains("P") || !point.values.contains("Q")) continue;
        normal.points.push_back({point.values.at("eps_y"), point.values.at("P")});
        tangential.points.push_back({point.values.at("eps_y"), std::abs(point.values.at("Q"))});
      }
      if (normal.points.empty()) continue;
      Plot& plot = plots.emplace_back(stick_slip_forces(row_of(branch.scenario)));
      plot.marks = {normal, tangential};
    }
    return plots;
  }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* stick_slip() {
  static const judge::StickSlip protocol;
  return &protocol;
}

}  // namespace protocols
