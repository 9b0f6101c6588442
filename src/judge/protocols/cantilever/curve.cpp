#include <judge/protocols/cantilever/curve.h>

#include <algorithm>
#include <cmath>

#include <judge/protocols/cantilever/master_curve.h>

namespace judge {
namespace {

class Table : public Curve {
  std::vector<std::string> columns() const override { return {"gamma", "x", "y", "aspect"}; }
  std::vector<double> samples() const override { return cantilever_samples(); }

  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (const CantileverPoint& p : cantilever_curve(at)) rows.push_back({p.gamma, p.x, p.y, p.aspect});
    return rows;
  }

  Plot plot(const std::vector<CurveRow>& rows) const override {
    Plot plot = cantilever_picture();
    PlotMarks marks;
    for (const CurveRow& row : rows) marks.points.push_back({row[0].value(), row[3].value()});
    plot.marks.push_back(marks);
    return plot;
  }
};

/// A power law H/W = factor * Gamma^exponent across the box.
PlotLine power_law(double factor, double exponent, double from, double to, std::string label) {
  const auto at = [&](double gamma) { return CurvePoint{gamma, factor * std::pow(gamma, exponent)}; };
  return {{at(from), at(to)}, LineStyle::asymptote, std::move(label)};
}

}  // namespace

PlotBox cantilever_box() { return {{"Γ", 1e-3, 1e4, true}, {"H/W", 1e-4, 1e2, true}}; }

const MasterBranch& cantilever_master() {
  static const MasterBranch branch = [] {
    MasterBranch master;
    for (const CantileverPoint& p : cantilever_curve(cantilever_samples()))
      master.points.push_back({p.gamma, p.aspect});
    // A load given in dimensional quantities comes back with rounding: the ends of the range forgive it.
    master.exact = [](double gamma) {
      const double low = cantilever_gamma_min, high = cantilever_gamma_max;
      const bool just_outside = gamma > low * (1 - 1e-9) && gamma < high * (1 + 1e-9);
      return cantilever_curve(just_outside ? std::clamp(gamma, low, high) : gamma).aspect;
    };
    return master;
  }();
  return branch;
}

Plot cantilever_picture() {
  Plot plot;
  plot.box = cantilever_box();
  plot.title = "Cantilever: aspect ratio H/W against Γ";
  plot.tolerance = 0.05;
  plot.lines.push_back({cantilever_master().points, LineStyle::master, "master curve"});
  plot.lines.push_back(power_law(1.0 / 8, 1, 1e-3, 1e2, "asymptotes Γ/8 and √(Γ/2)"));
  plot.lines.push_back(power_law(std::sqrt(0.5), 0.5, 1e-1, 1e4, ""));
  return plot;
}

const Curve* cantilever_table() {
  static const Table table;
  return &table;
}

}  // namespace judge
