// Lateral Buckling, Algorithm 4: a plate, clamped along a vertical edge, stays in its plane under its own weight or
// leaves it. Rows are widths; Gamma* is swept from 40 down to 10, and on to 80 where no threshold shows below 40.

#include <algorithm>

#include <fmt/format.h>

#include <judge/protocols/labelled_protocol.h>
#include <judge/protocols/lateral_buckling/curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/protocols/remembered.h>

namespace judge {
namespace {

constexpr double kThickness = 1e-3;    // in units of L
constexpr double kTilt = 0.2;          // rad, of the clamp while the first weight is put on
constexpr double kLeavesPlane = 1e-4;  // in units of L, of the tip
constexpr double kStep = 0.5, kLowest = 10, kHighest = 40, kFarthest = 80;

LabelledDesign design() {
  LabelledDesign d;
  d.card = {"lateral-buckling",
            "Lateral Buckling",
            "A thin plate, clamped along a vertical edge, sags under its own weight. Compared: the weight Γ* = ρghL³/D "
            "at which it leaves its plane, against w/L.",
            "Romero et al. 2021, section 4.4; recipe manual, Algorithm 4",
            {"lateral"},
            {"width", "gamma_star", "measure", "label"},
            {"critical", "drop", "reach"},
            3};
  d.box = lateral_buckling_box();
  d.rows = Sampled::x;
  d.near = "2D";
  d.far = "3D";
  d.threshold = kLeavesPlane;
  return d;
}

double threshold_at(double width) {
  static Remembered<double> threshold([](double w) { return lateral_buckling_threshold(w, lateral_buckling_nu); });
  return threshold(width);
}

/// Returns the critical weight of the discrete plate, if the code tells it.
std::optional<double> critical_weight(const std::vector<Point>& points) {
  for (const Point& point : points) {
    if (const auto told = point.values.find("critical"); told != point.values.end()) return told->second;
  }
  return std::nullopt;
}

class LateralBuckling : public LabelledProtocol {
 public:
  LateralBuckling() : LabelledProtocol(design()) {}
  const Curve* curve() const override { return lateral_buckling_table(); }

 private:
  /// The curve is nearly straight: four of the ten widths tell as much.
  std::vector<double> rows(Sampling sampling) const override {
    std::vector<double> widths;
    for (int i = 1; i <= 10; i += sampling == Sampling::quick ? 3 : 1) widths.push_back(i / 10.0);
    return widths;
  }

  std::vector<double> grid(const std::vector<Label>& so_far) const override {
    std::vector<double> values;
    for (double at = kHighest; at >= kLowest; at -= kStep) values.push_back(at);
    // Still flat at 40: look further, until it buckles.
    bool flat_so_far = false, buckled = false;
    for (const Label& label : so_far) {
      if (label.at == kHighest) flat_so_far = !label.beyond;
      if (label.at > kHighest) buckled = buckled || label.beyond;
    }
    if (!flat_so_far) return values;
    for (double at = kHighest + kStep; at <= kFarthest; at += kStep) {
      const bool asked = std::any_of(so_far.begin(), so_far.end(), [&](const Label& label) { return label.at == at; });
      if (asked || !buckled) values.push_back(at);
    }
    return values;
  }

  Question question(double width) const override {
    return BucklingPlate{{width, kThickness, lateral_buckling_nu}, kTilt, kLeavesPlane, kFarthest};
  }

  Scales scales() const override {
    constexpr double h = kThickness, nu = lateral_buckling_nu;
    return {1, 12 * (1 - nu * nu) / (h * h * h), 1 / h};  // D = 1, rho h = 1
  }

  Load load(double, double gamma_star, Approach approach) const override {
    return {{{"gamma_star", gamma_star}}, approach};
  }

  MasterFrontier frontier() const override {
    MasterFrontier f;
    f.beyond = [](double width, double gamma_star) { return gamma_star > threshold_at(width); };
    f.crossings = [](double width) { return std::vector<Crossing>{{threshold_at(width), true}}; };
    return f;
  }

  std::optional<double> foretold(const std::vector<Point>& so_far) const override { return critical_weight(so_far); }

  /// A code that knows the exact critical weight of its discrete plate shows its error without the grain of the sweep.
  std::vector<std::string> notes(const std::vector<BranchPoints>& branches) const override {
    std::string told;
    for (const BranchPoints& branch : branches) {
      const auto critical = critical_weight(branch.points);
      if (!critical) continue;
      const double width = branch.scenario.regime.at("width");
      told += fmt::format("{} {:+.2f} % at {:g}", told.empty() ? "" : ",", 100 * (*critical / threshold_at(width) - 1),
                          width);
    }
    if (told.empty()) return {};
    return {"the smallest eigenvalue of the discrete plate vanishes off the master curve by, at w/L:" + told};
  }

  Plot background() const override { return lateral_buckling_picture(lateral_buckling_nu); }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* lateral_buckling() {
  static const judge::LateralBuckling protocol;
  return &protocol;
}

}  // namespace protocols
