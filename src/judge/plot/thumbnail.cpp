// A plot as a picture of an inch: regions, curve and points, without words.

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <judge/plot/plot_layout.h>

namespace judge {
namespace {

constexpr double kWidth = 120, kHeight = 84;
constexpr std::size_t kMostPoints = 60;  // of a line: more are not seen

std::string place(const PlotBox& box, CurvePoint p) {
  const double x = box.x.position(p.x), y = box.y.position(p.y);
  if (!std::isfinite(x) || !std::isfinite(y)) return {};
  return fmt::format("{:.1f} {:.1f}", kWidth * std::clamp(x, -1.0, 2.0), kHeight * (1 - std::clamp(y, -1.0, 2.0)));
}

/// A path through every `stride`-th point, both ends among them.
std::string path(const PlotBox& box, const Polyline& points, std::size_t stride) {
  std::string drawn;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool kept = i % stride == 0 || i + 1 == points.size();
    const std::string at = kept ? place(box, points[i]) : "";
    if (!at.empty()) drawn += (drawn.empty() ? "M" : "L") + at;
  }
  return drawn;
}

}  // namespace

std::string to_thumbnail(const Plot& plot) {
  std::string svg =
      fmt::format("<svg class=\"plot thumb\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" aria-hidden=\"true\">",
                  kWidth, kHeight, kWidth, kHeight);
  // The corners of a region are no more than points of it.
  for (const PlotRegion& region : plot.regions)
    svg += fmt::format("<path class=\"region {}\" d=\"{}Z\"/>", plot_layout::colour_class(region.colour),
                       path(plot.box, region.outline, 1));
  for (const PlotLine& line : plot.lines) {
    if (line.style == LineStyle::asymptote) continue;
    svg += fmt::format("<path class=\"{}\" d=\"{}\"/>", plot_layout::line_class(line.style),
                       path(plot.box, line.points, line.points.size() / kMostPoints + 1));
  }
  for (const PlotMarks& marks : plot.marks) {
    std::string discs;
    for (const CurvePoint& point : marks.points) {
      const std::string at = place(plot.box, point);
      if (!at.empty()) discs += fmt::format("M{}h0", at);
    }
    const bool wrong = marks.style == MarkStyle::cross;
    const std::string colour = wrong ? "wrong" : "marks " + plot_layout::colour_class(marks.colour);
    if (!discs.empty()) svg += fmt::format("<path class=\"{}\" d=\"{}\"/>", colour, discs);
  }
  return svg + "</svg>";
}

}  // namespace judge
