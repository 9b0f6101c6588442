#include <judge/protocols/lateral_buckling/curve.h>

#include <fmt/format.h>

#include <judge/protocols/lateral_buckling/master_curve.h>

namespace judge {
namespace {

class Table : public Curve {
 public:
  explicit Table(double nu) : nu_(nu) {}

  std::vector<std::string> columns() const override { return {"width", "gamma_star"}; }
  std::vector<double> samples() const override { return lateral_buckling_samples(); }

  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (const LateralBucklingPoint& p : lateral_buckling_curve(at, nu_)) rows.push_back({p.width, p.gamma_star});
    return rows;
  }

  Plot plot(const std::vector<CurveRow>& rows) const override {
    Plot plot = lateral_buckling_picture(nu_);
    PlotMarks marks;
    for (const CurveRow& row : rows) marks.points.push_back({row[0].value(), row[1].value()});
    plot.marks.push_back(marks);
    return plot;
  }

  std::unique_ptr<Curve> with_nu(double nu) const override {
    lateral_buckling_curve({}, nu);  // complains if nu is out of range
    return std::make_unique<Table>(nu);
  }

 private:
  double nu_;
};

}  // namespace

PlotBox lateral_buckling_box() { return {{"w/L", 0, 1, false}, {"Γ*", 0, 40, false}}; }

Plot lateral_buckling_picture(double nu) {
  Plot plot;
  plot.box = lateral_buckling_box();
  plot.title = fmt::format("Lateral Buckling: critical Γ* against w/L, ν = {:g}", nu);
  plot.tolerance = 0.05;
  PlotLine master{{}, LineStyle::master, "master curve"};
  for (const LateralBucklingPoint& p : lateral_buckling_curve(lateral_buckling_samples(), nu))
    master.points.push_back({p.width, p.gamma_star});
  plot.lines.push_back(master);
  plot.lines.push_back({{{0, lateral_buckling_fit(0, nu)}, {1, lateral_buckling_fit(1, nu)}},
                        LineStyle::asymptote,
                        "18.2 (1−ν) √(1+ν) + 14.5 w/L"});
  return plot;
}

const Curve* lateral_buckling_table() {
  static const Table table(lateral_buckling_nu);
  return &table;
}

}  // namespace judge
