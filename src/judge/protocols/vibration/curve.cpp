#include <judge/protocols/vibration/curve.h>

#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/vibration/cantilever_modes.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr int kShown = 4;

class Table : public Curve {
  std::vector<std::string> columns() const override {
    return {"mode", "frequency", "middle_over_tip", "tip_amplitude_over_gamma"};
  }
  std::vector<double> samples() const override { return {1, 2, 3, 4}; }

  std::vector<CurveRow> rows(const std::vector<double>& at) const override {
    std::vector<CurveRow> rows;
    for (const double k : at) {
      if (!(k >= 1 && k <= cantilever_modes_most) || k != std::floor(k)) {
        throw plumb::UserError(fmt::format("modes are counted from 1 to {}, and there is none with the number {}",
                                           cantilever_modes_most, k));
      }
      const CantileverMode mode(static_cast<int>(k));
      rows.push_back({k, mode.frequency(), mode.shape(0.5) / mode.shape(1), mode.amplitude(1)});
    }
    return rows;
  }

  Plot plot(const std::vector<CurveRow>& rows) const override {
    Plot plot = vibration_picture();
    PlotMarks marks;
    for (const CurveRow& row : rows) marks.points.push_back({row[0].value(), row[1].value()});
    plot.marks.push_back(marks);
    return plot;
  }
};

}  // namespace

Plot vibration_picture() {
  Plot plot;
  plot.box = {{"mode", 0.5, kShown + 0.5, false}, {"ω", 1, 200, true}};
  plot.title = "Vibration: the frequencies of a cantilever";
  PlotLine line{{}, LineStyle::master, "cos β cosh β = −1, ω = β²"};
  for (int k = 1; k <= kShown; ++k) line.points.push_back({double(k), CantileverMode(k).frequency()});
  plot.lines.push_back(std::move(line));
  return plot;
}

const Curve* vibration_table() {
  static const Table table;
  return &table;
}

}  // namespace judge
