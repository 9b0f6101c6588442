// Lateral Buckling by rotation: the vertical plate of Lateral Buckling, lighter than its threshold, with its clamp
// tilted by small angles. The signal is smooth where the parent's is a label, so that it tells how a code fails there.

#include <judge/protocols/protocol.h>

#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/protocols/lateral_buckling/plate_buckling.h>
#include <judge/protocols/remembered.h>

namespace judge {
namespace {

constexpr double kThickness = 1e-3;  // in units of L
constexpr double kGammaStar = 10;    // below the threshold of every width
constexpr double kWidths[] = {0.1, 0.4, 0.7, 1};
constexpr int kTilts = 10;
constexpr double kLargestTilt = 1e-5;  // rad: a plate bent by more than a part of its thickness stretches, too
constexpr int kQuickStride = 3;

double slope_at(double width) {
  static Remembered<double> slope(
      [](double w) { return tilted_plate_tip(w, lateral_buckling_nu, kGammaStar, PlateResolution()); });
  return slope(width);
}

std::vector<double> tilts(Sampling sampling) {
  std::vector<double> angles;
  for (int i = 1; i <= kTilts; i += sampling == Sampling::quick ? kQuickStride : 1) {
    angles.push_back(kLargestTilt * i / kTilts);
  }
  return angles;
}

PlotBox box() {
  return {{"tilt (rad)", 0, kLargestTilt, false}, {"lateral displacement / L", 0, 2.5 * kLargestTilt, false}};
}

class LateralBucklingRotation : public Protocol {
  ProtocolCard describe() const override {
    return {"lateral-buckling/rotation",
            "Lateral Buckling, rotated",
            "The plate of Lateral Buckling at Γ* = 10, where it is stable, with its clamp tilted about its axis. "
            "Compared: the lateral displacement of the free edge, against the tilt.",
            "Romero et al. 2021, section 7.3",
            {"lateral"},
            {"tilt", "lateral", "width"},
            {"drop", "reach"},
            3};
  }

  std::vector<Scenario> plan(Sampling sampling) const override {
    constexpr double h = kThickness, nu = lateral_buckling_nu;
    std::vector<Scenario> branches;
    for (const double width : kWidths) {
      Scenario& branch = branches.emplace_back();
      branch.protocol = "lateral-buckling/rotation";
      branch.branch = fmt::format("width-{:g}", width);
      branch.ask(TiltedPlate{{width, h, nu}});
      branch.scales = {1, 12 * (1 - nu * nu) / (h * h * h), 1 / h};  // D = 1, rho h = 1
      branch.sampling = sampling;
    }
    return branches;
  }

  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override {
    const std::vector<double> angles = tilts(branch.sampling);
    if (so_far.size() == angles.size()) return std::nullopt;
    return Load{{"gamma_star", kGammaStar}, {"tilt", angles[so_far.size()]}};
  }

  int length(const Scenario& branch) const override { return static_cast<int>(tilts(branch.sampling).size()); }

  Point measure(const Scenario& branch, const Record& record) const override {
    Point point{record.reply.status, {{"tilt", record.load.at("tilt")}, {"width", branch.regime.at("width")}}};
    if (point.status == plumb::Status::ok) point.values["lateral"] = std::abs(record.observed.at("lateral"));
    return point;
  }

  Score score(const std::vector<BranchPoints>& branches) const override {
    std::vector<MasterBranch> master;
    std::vector<MeasuredBranch> measured;
    for (const BranchPoints& branch : branches) {
      const double slope = slope_at(branch.scenario.regime.at("width"));
      master.push_back({branch.scenario.branch, {{0, 0}, {kLargestTilt, slope * kLargestTilt}}, [slope](double tilt) {
                          return slope * tilt;
                        }});
      MeasuredBranch& given = measured.emplace_back();
      given.name = branch.scenario.branch;
      given.planned = tilts(branch.scenario.sampling);
      for (const CurvePoint& point : measured_points(branch)) given.points.push_back({point.x, point.y});
    }
    ScoreRule rule;
    rule.box = box();
    return score_curves(master, measured, rule);
  }

  Plot picture(const std::vector<BranchPoints>& branches, const Score& score) const override {
    Plot plot;
    plot.box = box();
    plot.title = "Lateral displacement against tilt, Γ* = 10";
    plot.tolerance = 0.05;
    int colour = 0;
    for (const BranchPoints& branch : branches) {
      const double width = branch.scenario.regime.at("width");
      plot.lines.push_back({{{0, 0}, {kLargestTilt, slope_at(width) * kLargestTilt}}, LineStyle::master, ""});
      plot.marks.push_back({measured_points(branch), colour++, fmt::format("w/L = {:g}", width)});
    }
    if (score.worst) {
      plot.worst = score.worst->at;
      plot.worst_label = fmt::format("worst: {:.2g} %", 100 * score.worst->value);
    }
    return plot;
  }

  static Polyline measured_points(const BranchPoints& branch) {
    Polyline points;
    for (const Point& point : branch.points) {
      if (point.status == plumb::Status::ok) points.push_back({point.values.at("tilt"), point.values.at("lateral")});
    }
    return points;
  }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* lateral_buckling_rotation() {
  static const judge::LateralBucklingRotation protocol;
  return &protocol;
}

}  // namespace protocols
