#include <judge/protocols/bend_twist/curve.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/bend_twist/master_curve.h>

namespace judge {
namespace {

constexpr int planar_colour = 1, twisted_colour = 2;
constexpr int n_samples = 60;

class Table : public Curve {
 public:
  explicit Table(double nu) : nu_(nu) {}

  std::vector<std::string> columns() const override { return {"turns", "x_lower", "x_upper"}; }
  std::vector<double> samples() const override { return bend_twist_samples(); }

  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (double turns : at) {
      const BendTwistCrossings crossings = bend_twist_frontier(turns, nu_);
      rows.push_back({turns, crossings.lower, crossings.upper});
    }
    return rows;
  }

  Plot plot(const std::vector<CurveRow>& rows) const override {
    Plot plot = bend_twist_picture(nu_);
    PlotMarks marks;
    for (const CurveRow& row : rows)
      for (std::size_t side : {1, 2})
        if (row[side]) marks.points.push_back({*row[side], row[0].value()});
    plot.marks.push_back(marks);
    return plot;
  }

  std::unique_ptr<Curve> with_nu(double nu) const override {
    bend_twist_frontier(bend_twist_turns_min, nu);  // complains if nu is out of range
    return std::make_unique<Table>(nu);
  }

 private:
  double nu_;
};

Polyline compute_line(double nu) {
  const BendTwistTip tip = bend_twist_tip(nu);
  Polyline lower, upper = {{tip.x, tip.turns}};
  for (int i = 1; i <= n_samples; ++i) {
    // At the tip the crossings move as the square root of the turns.
    const double along = double(i) / n_samples;
    const double turns =
        std::min(tip.turns * std::pow(bend_twist_turns_max / tip.turns, along * along), bend_twist_turns_max);
    const BendTwistCrossings crossings = bend_twist_frontier(turns, nu);
    lower.push_back({crossings.lower.value(), turns});
    upper.push_back({crossings.upper.value(), turns});
  }
  std::reverse(lower.begin(), lower.end());
  lower.insert(lower.end(), upper.begin(), upper.end());
  return lower;
}

}  // namespace

PlotBox bend_twist_box() { return {{"Γ^(1/3)/φ", 0.105, 0.95, true}, {"φ/2π", 0.3, 10, true}}; }

Polyline bend_twist_line(double nu) {
  if (nu != bend_twist_nu_paper) return compute_line(nu);
  // Every picture of the protocol has this one.
  static const Polyline paper = compute_line(nu);
  return paper;
}

Plot bend_twist_picture(double nu) {
  Plot plot;
  plot.box = bend_twist_box();
  plot.title = fmt::format("Bend-Twist: planar (2D) and twisted (3D) equilibria, ν = {:g}", nu);
  plot.tolerance = 0.05;
  const Polyline line = bend_twist_line(nu);
  // What the 3D region leaves of the box.
  PlotRegion planar{line, planar_colour, "2D"};
  const Axis &x = plot.box.x, &turns = plot.box.y;
  for (const CurvePoint& corner :
       Polyline{{x.high, turns.high}, {x.high, turns.low}, {x.low, turns.low}, {x.low, turns.high}})
    planar.outline.push_back(corner);
  plot.regions = {planar, {line, twisted_colour, "3D"}};
  plot.lines.push_back({line, LineStyle::master, "master curve"});
  return plot;
}

const Curve* bend_twist_table() {
  static const Table table(bend_twist_nu_paper);
  return &table;
}

}  // namespace judge
