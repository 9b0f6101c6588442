#include <judge/protocols/pendulum/curve.h>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <judge/protocols/pendulum/swing.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kLeast = 1, kMost = 179;

class Table : public Curve {
  std::vector<std::string> columns() const override { return {"degrees", "period", "period_over_small_swings"}; }
  std::vector<double> samples() const override {
    std::vector<double> all;
    for (int degrees = 15; degrees <= 165; degrees += 15) all.push_back(degrees);
    return all;
  }

  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (const double degrees : at) {
      if (!(degrees >= kLeast && degrees <= kMost)) {
        throw plumb::UserError(
            fmt::format("the pendulum swings from {} to {} degrees, got {}", kLeast, kMost, degrees));
      }
      rows.push_back({degrees, swing_period(degrees * kDegree), swing_ratio(degrees)});
    }
    return rows;
  }

  Plot plot(const std::vector<CurveRow>& rows) const override {
    Plot plot = pendulum_picture();
    PlotMarks marks;
    for (const CurveRow& row : rows) marks.points.push_back({row[0].value(), row[2].value()});
    plot.marks.push_back(marks);
    return plot;
  }
};

}  // namespace

double swing_ratio(double degrees) {
  return swing_period(degrees * kDegree) / (2 * std::numbers::pi * std::sqrt(2.0 / 3));
}

Plot pendulum_picture() {
  Plot plot;
  plot.box = {{"degrees", 0, 180, false}, {"T/T₀", 0.9, 2.5, false}};
  plot.title = "Pendulum: the period against the angle of release";
  PlotLine line{{}, LineStyle::master, "rigid rod"};
  for (int degrees = 1; degrees <= 172; ++degrees) line.points.push_back({double(degrees), swing_ratio(degrees)});
  plot.lines.push_back(std::move(line));
  return plot;
}

const Curve* pendulum_table() {
  static const Table table;
  return &table;
}

}  // namespace judge
