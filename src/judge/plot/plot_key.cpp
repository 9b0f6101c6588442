#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include <judge/plot/plot_layout.h>
#include <plumb/core/markup.h>

namespace judge::plot_layout {
namespace {

constexpr double row_height = 19, sample_width = 24, gap = 8, margin = 14;

struct Entry {
  std::string label;
  std::string sample;  ///< drawn in a cell of sample_width, its middle line at y = 0
};

std::vector<Entry> entries(const Plot& plot) {
  std::vector<Entry> result;
  for (const PlotRegion& r : plot.regions)
    result.push_back(
        {r.label, fmt::format("<path class=\"region {}\" d=\"M4 -6h16v12h-16z\"/>", colour_class(r.colour))});
  for (const PlotLine& l : plot.lines)
    result.push_back({l.label, fmt::format("<path class=\"{}\" d=\"M0 0h{}\"/>", line_class(l.style), sample_width)});
  for (const PlotMarks& m : plot.marks)
    result.push_back({m.label, m.style == MarkStyle::cross
                                   ? std::string("<path class=\"wrong\" d=\"M8 -4l8 8m0 -8l-8 8\"/>")
                                   : fmt::format("<path class=\"marks {}\" d=\"M12 0h0\"/>", colour_class(m.colour))});
  std::erase_if(result, [](const Entry& e) { return e.label.empty(); });
  return result;
}

/// An estimate from the number of characters (not bytes); the font is the reader's.
double text_width(const std::string& text) {
  const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return 7.0 * double(std::count_if(text.begin(), text.end(), starts_character));
}

/// Where ink is: all points, and points along the lines.
std::vector<Pixel> ink(const Plot& plot) {
  std::vector<Pixel> result;
  for (const PlotMarks& marks : plot.marks)
    for (const CurvePoint& p : marks.points) result.push_back(in_box(plot.box, p));
  for (const PlotLine& line : plot.lines)
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      const Pixel p = in_box(plot.box, line.points[i - 1]), q = in_box(plot.box, line.points[i]);
      const double length = std::hypot(q.x - p.x, q.y - p.y);
      if (!std::isfinite(length)) continue;
      const int n = 1 + int(std::min(length, 5000.0) / 6);
      for (int k = 0; k < n; ++k) result.push_back({p.x + (q.x - p.x) * k / n, p.y + (q.y - p.y) * k / n});
    }
  return result;
}

}  // namespace

std::string draw_key(const Plot& plot) {
  const std::vector<Entry> rows = entries(plot);
  if (rows.empty()) return {};
  double column = 0;
  for (const Entry& e : rows) column = std::max(column, sample_width + gap + text_width(e.label));
  const double lines = row_height * double(rows.size());

  const double far_x = box_width - column - margin, far_y = box_height - lines - margin;
  const std::array<Pixel, 4> corners = {{{margin, margin}, {far_x, far_y}, {far_x, margin}, {margin, far_y}}};
  const std::vector<Pixel> drawn = ink(plot);
  const auto covered = [&](Pixel corner) {
    return std::count_if(drawn.begin(), drawn.end(), [&](Pixel p) {
      return p.x > corner.x - gap && p.x < corner.x + column + gap && p.y > corner.y - gap &&
             p.y < corner.y + lines + gap;
    });
  };
  const Pixel corner =
      *std::min_element(corners.begin(), corners.end(), [&](Pixel a, Pixel b) { return covered(a) < covered(b); });

  // Points behind the words are dimmed, not hidden.
  std::string result =
      fmt::format("<rect class=\"key\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\"/>\n",
                  left + corner.x - gap, top + corner.y - gap / 2, column + 2 * gap, lines + gap);
  for (std::size_t i = 0; i < rows.size(); ++i)
    result += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">{}<text x=\"{}\" y=\"4.5\">{}</text></g>\n",
                          left + corner.x, top + corner.y + row_height * (double(i) + 0.5), rows[i].sample,
                          sample_width + gap, plumb::markup_escaped(rows[i].label));
  return result;
}

}  // namespace judge::plot_layout
