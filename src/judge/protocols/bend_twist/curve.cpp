#include <judge/protocols/bend_twist/curve.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include <judge/protocols/bend_twist/master_curve.h>

namespace judge {
namespace {

constexpr int planar_colour = 1, twisted_colour = 2;
constexpr int n_samples = 60;

class Table : public Curve {
 public:
  /// `sheet`: the rectangle; none: a circle.
  Table(double nu, std::optional<Sheet> sheet) : sheet_(sheet), section_(of(nu)) {}

  std::vector<std::string> columns() const override { return {"turns", "x_lower", "x_upper"}; }
  std::vector<double> samples() const override { return bend_twist_samples(); }

  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (double turns : at) {
      const BendTwistCrossings crossings = bend_twist_frontier(turns, section_.rod);
      rows.push_back({turns, crossings.lower, crossings.upper});
    }
    return rows;
  }

  Plot plot(const std::vector<CurveRow>& rows) const override {
    Plot plot = bend_twist_picture(section_);
    PlotMarks marks;
    for (const CurveRow& row : rows)
      for (std::size_t side : {1, 2})
        if (row[side]) marks.points.push_back({*row[side], row[0].value()});
    plot.marks.push_back(marks);
    return plot;
  }

  std::unique_ptr<Curve> with_nu(double nu) const override { return std::make_unique<Table>(nu, sheet_); }

 private:
  BendTwistSection of(double nu) const {
    if (!sheet_) return round_section(nu);
    Sheet sheet = *sheet_;
    sheet.nu = nu;
    return rectangular_section(sheet);
  }

  std::optional<Sheet> sheet_;
  BendTwistSection section_;
};

Polyline compute_line(const BendTwistRod& rod) {
  const BendTwistTip tip = bend_twist_tip(rod);
  Polyline lower, upper = {{tip.x, tip.turns}};
  for (int i = 1; i <= n_samples; ++i) {
    // At the tip the crossings move as the square root of the turns.
    const double along = double(i) / n_samples;
    const double turns =
        std::min(tip.turns * std::pow(bend_twist_turns_max / tip.turns, along * along), bend_twist_turns_max);
    const BendTwistCrossings crossings = bend_twist_frontier(turns, rod);
    lower.push_back({crossings.lower.value(), turns});
    upper.push_back({crossings.upper.value(), turns});
  }
  std::reverse(lower.begin(), lower.end());
  lower.insert(lower.end(), upper.begin(), upper.end());
  return lower;
}

}  // namespace

PlotBox bend_twist_box() { return {{"Γ^(1/3)/φ", 0.105, 0.95, true}, {"φ/2π", 0.3, 10, true}}; }

BendTwistSection round_section(double nu) { return {round_rod(nu), fmt::format("ν = {:g}", nu)}; }

BendTwistSection rectangular_section(const Sheet& sheet) {
  return {rectangular_rod(sheet.width, sheet.thickness, sheet.nu),
          fmt::format("rectangle of w/h = {:g}, ν = {:g}", sheet.width / sheet.thickness, sheet.nu)};
}

Polyline bend_twist_line(const BendTwistRod& rod) {
  // Every picture of a protocol has the same one.
  static std::mutex mutex;
  static std::vector<std::pair<BendTwistRod, Polyline>> known;
  const std::lock_guard lock(mutex);
  for (const auto& [of, line] : known) {
    if (of == rod) return line;
  }
  return known.emplace_back(rod, compute_line(rod)).second;
}

Plot bend_twist_picture(const BendTwistSection& section) {
  Plot plot;
  plot.box = bend_twist_box();
  plot.title = fmt::format("Bend-Twist: planar (2D) and twisted (3D) equilibria, {}", section.words);
  plot.tolerance = 0.05;
  const Polyline line = bend_twist_line(section.rod);
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
  static const Table table(bend_twist_nu_paper, std::nullopt);
  return &table;
}

std::unique_ptr<Curve> rectangle_table(const Sheet& rectangle) {
  return std::make_unique<Table>(rectangle.nu, rectangle);
}

}  // namespace judge
