#include <judge/protocols/stick_slip/curve.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/stick_slip/master_curve.h>

namespace judge {
namespace {

constexpr int stick_colour = 1, slip_colour = 2, extended_colour = 6;
constexpr double forces_to = 0.35, largest_force = 25;  // eps_y; EI/L^2
constexpr int n_samples = 100;

class Table : public Curve {
  std::vector<std::string> columns() const override { return {"eps_y", "P", "Q", "ratio"}; }
  std::vector<double> samples() const override { return stick_slip_samples(); }

  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (const StickSlipPoint& p : stick_slip_curve(at)) rows.push_back({p.eps_y, p.P, p.Q, p.ratio});
    return rows;
  }

  Plot plot(const std::vector<CurveRow>& rows) const override {
    Plot plot = stick_slip_picture();
    PlotMarks marks;
    for (const CurveRow& row : rows) marks.points.push_back({row[0].value(), row[3].value()});
    plot.marks.push_back(marks);
    return plot;
  }
};

/// Slip below the curve and, beyond the triple point, below its friction; stick above the curve. The rest is extended
/// contact, which is drawn and not scored.
void add_regions(Plot& plot) {
  const double strain = plot.box.x.high, friction = plot.box.y.high;
  const CurvePoint triple = stick_slip_line().back();
  PlotRegion slip{stick_slip_line(), slip_colour, "slip"}, stick{stick_slip_line(), stick_colour, "stick"};
  slip.outline.push_back({strain, triple.y});
  slip.outline.push_back({strain, 0});
  stick.outline.push_back({triple.x, friction});
  stick.outline.push_back({0, friction});
  const Polyline corner{triple, {strain, triple.y}, {strain, friction}, {triple.x, friction}};
  plot.regions = {stick, slip, {corner, extended_colour, "extended contact"}};
}

}  // namespace

PlotBox stick_slip_box() { return {{"ε_y", 0, 0.6, false}, {"μ", 0, 0.4, false}}; }

const Polyline& stick_slip_line() {
  static const Polyline line = [] {
    // Equal steps of mu, for the curve is vertical at the origin.
    Polyline points;
    for (int i = 0; i < n_samples; ++i) {
      const double mu = stick_slip_triple_point().ratio * i / n_samples;
      points.push_back({stick_slip_at_friction(mu).eps_y, mu});
    }
    points.push_back({stick_slip_triple_point().eps_y, stick_slip_triple_point().ratio});
    return points;
  }();
  return line;
}

Plot stick_slip_picture() {
  Plot plot;
  plot.box = stick_slip_box();
  plot.title = "Stick-Slip: friction μ at which the tip slips against ε_y";
  plot.tolerance = 0.05;
  add_regions(plot);
  plot.lines.push_back({stick_slip_line(), LineStyle::master, "master curve"});
  PlotLine small{{}, LineStyle::asymptote, "0.445 √ε_y"};
  for (const CurvePoint& p : stick_slip_line()) small.points.push_back({p.x, 0.445 * std::sqrt(p.x)});
  plot.lines.push_back(small);
  return plot;
}

Plot stick_slip_forces(double mu) {
  Plot plot;
  plot.box = {{"ε_y", 0, forces_to, false}, {"P, Q in EI/L²", 0, largest_force, false}};
  plot.title = fmt::format("μ = {:g}", mu);
  PlotLine normal{{}, LineStyle::master, ""}, tangential{{}, LineStyle::master, ""};
  for (const CurvePoint& p : stick_slip_line()) {
    const StickSlipPoint at = stick_slip_curve(p.x);
    normal.points.push_back({p.x, at.P});
    tangential.points.push_back({p.x, at.Q});
  }
  const double slips = stick_slip_at_friction(std::min(mu, stick_slip_triple_point().ratio)).eps_y;
  plot.lines = {normal, tangential, {{{slips, 0}, {slips, largest_force}}, LineStyle::asymptote, ""}};
  return plot;
}

const Curve* stick_slip_table() {
  static const Table table;
  return &table;
}

}  // namespace judge
