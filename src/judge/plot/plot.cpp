#include <judge/plot/plot.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <judge/plot/plot_layout.h>
#include <judge/plot/ticks.h>
#include <plumb/core/markup.h>

namespace judge {
namespace plot_layout {

std::string colour_class(int colour) { return colour < 0 ? "points" : fmt::format("c{}", colour % 7); }

const char* line_class(LineStyle style) {
  switch (style) {
    case LineStyle::master:
      return "master";
    case LineStyle::asymptote:
      return "asymptote";
    case LineStyle::measured:
      return "measured";
  }
  return "";
}

}  // namespace plot_layout

namespace {

using namespace plot_layout;

bool is_finite(Pixel p) { return std::isfinite(p.x) && std::isfinite(p.y); }

class Writer {
 public:
  explicit Writer(const Plot& plot) : plot_(plot) {}

  std::string write(Svg kind) {
    // Inside a page the name space is known, and a page without addresses is easily seen to fetch nothing.
    const bool alone = kind == Svg::standalone;
    if (alone) put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put("<svg class=\"plot\"{} viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n",
        alone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", width, height, width, height);
    put("<title>{}</title>\n", plumb::markup_escaped(plot_.title));
    if (alone) put("<style>\n{}{}</style>\n", plot_page_style(), plot_style());
    areas();
    axes();
    draw_marks(MarkStyle::cross);
    draw_marks(MarkStyle::disc);
    lines();
    worst();
    out_ += draw_key(plot_);
    put("</svg>\n");
    return out_;
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  Pixel place(CurvePoint p) const { return in_box(plot_.box, p); }

  /// A path through the points; those without a place leave a hole.
  template <class Format>
  std::string path(const Polyline& points, Format format) const {
    std::string result;
    bool down = false;
    for (const CurvePoint& p : points) {
      const std::string at = format(p);
      if (!at.empty()) result += (down ? "L" : "M") + at;
      down = !at.empty();
    }
    return result;
  }

  std::string pixel_path(const Polyline& points) const {
    return path(points, [this](CurvePoint p) {
      const Pixel q = place(p);
      return is_finite(q) ? fmt::format("{:.2f} {:.2f}", q.x, q.y) : std::string();
    });
  }

  /// An inner picture cuts at the box what is drawn in it, without needing an id that is unique in the page.
  void open_box() { put("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">\n", left, top, box_width, box_height); }

  void areas() {
    open_box();
    for (const PlotRegion& region : plot_.regions)
      put("<path class=\"region {}\" d=\"{}Z\"/>\n", colour_class(region.colour), pixel_path(region.outline));
    // The band is drawn in the unit square, where its width is the tolerance in every direction.
    for (const PlotLine& line : plot_.lines)
      if (line.style == LineStyle::master && plot_.tolerance > 0)
        put("<path class=\"band\" transform=\"matrix({} 0 0 {} 0 {})\" stroke-width=\"{}\" d=\"{}\"/>\n", box_width,
            -box_height, box_height, 2 * plot_.tolerance, path(line.points, [this](CurvePoint p) {
              const double x = plot_.box.x.position(p.x), y = plot_.box.y.position(p.y);
              return std::isfinite(x) && std::isfinite(y) ? fmt::format("{:.5f} {:.5f}", x, y) : std::string();
            }));
    put("</svg>\n");
  }

  /// On top of the points, so that a curve stays visible under a dense series of them.
  void lines() {
    open_box();
    for (const PlotLine& line : plot_.lines)
      put("<path class=\"{}\" d=\"{}\"/>\n", line_class(line.style), pixel_path(line.points));
    put("</svg>\n");
  }

  void axes() {
    const double base = top + box_height;
    std::string grid, marks, labels;
    for (const Tick& tick : ticks(plot_.box.x)) {
      const double x = left + box_width * tick.position;
      marks += fmt::format("M{:.2f} {}v{}", x, base, tick.label.empty() ? -4 : -7);
      if (tick.label.empty()) continue;
      grid += fmt::format("M{:.2f} {}v{}", x, top, box_height);
      labels += label(tick, x, base + 18, "middle");
    }
    for (const Tick& tick : ticks(plot_.box.y)) {
      const double y = base - box_height * tick.position;
      marks += fmt::format("M{} {:.2f}h{}", left, y, tick.label.empty() ? 4 : 7);
      if (tick.label.empty()) continue;
      grid += fmt::format("M{} {:.2f}h{}", left, y, box_width);
      labels += label(tick, left - 7, y + 4.5, "end");
    }
    put("<path class=\"grid\" d=\"{}\"/>\n<path class=\"tick\" d=\"{}\"/>\n", grid, marks);
    put("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n{}", left, top, box_width, box_height,
        labels);
    put("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", left + box_width / 2, height - 10,
        plumb::markup_escaped(plot_.box.x.label));
    put("<text x=\"{}\" y=\"{}\">{}</text>\n", 10, top - 13, plumb::markup_escaped(plot_.box.y.label));
  }

  static std::string label(const Tick& tick, double x, double y, const char* anchor) {
    std::string raised;
    if (!tick.exponent.empty()) raised = fmt::format("<tspan dy=\"-5\" font-size=\"10\">{}</tspan>", tick.exponent);
    return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}{}</text>\n", x, y, anchor, tick.label,
                       raised);
  }

  void draw_marks(MarkStyle style) {
    for (const PlotMarks& marks : plot_.marks)
      if (marks.style == style) draw(marks);
  }

  /// All points of a series in one path: a stroke of no length with round ends is a disc.
  void draw(const PlotMarks& marks) {
    std::string discs, rings, crosses;
    for (const CurvePoint& point : marks.points) {
      const Pixel p = place(point);
      if (!is_finite(p)) continue;
      const double x = std::clamp(p.x, 0.0, box_width), y = std::clamp(p.y, 0.0, box_height);
      const bool outside = std::max(std::abs(x - p.x), std::abs(y - p.y)) > 0.5;
      if (marks.style == MarkStyle::cross)
        crosses += fmt::format("M{:.2f} {:.2f}l14 14m0 -14l-14 14", left + x - 7, top + y - 7);
      else if (outside)
        rings += fmt::format("M{:.2f} {:.2f}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", left + x - 3, top + y);
      else
        discs += fmt::format("M{:.2f} {:.2f}h0", left + x, top + y);
    }
    const std::string colour = colour_class(marks.colour);
    if (!discs.empty()) put("<path class=\"marks {}\" d=\"{}\"/>\n", colour, discs);
    if (!crosses.empty()) put("<path class=\"wrong\" d=\"{}\"/>\n", crosses);
    if (!rings.empty()) put("<path class=\"outside {}\" d=\"{}\"/>\n", colour, rings);
  }

  void worst() {
    if (!plot_.worst) return;
    const Pixel p = place(*plot_.worst);
    if (!is_finite(p)) return;
    const double x = left + std::clamp(p.x, 0.0, box_width), y = top + std::clamp(p.y, 0.0, box_height);
    put("<circle class=\"worst\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"7\"/>\n", x, y);
    // Towards the middle of the box, on the side that a rising curve leaves free.
    const bool on_the_right = x > left + box_width / 2;
    const double text_y = std::clamp(y + (on_the_right ? -5.0 : 15.0), top + 14, top + box_height - 6);
    put("<text class=\"worst\" x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}</text>\n", x + (on_the_right ? -13 : 13),
        text_y, on_the_right ? "end" : "start", plumb::markup_escaped(plot_.worst_label));
  }

  const Plot& plot_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Plot& plot, Svg kind) { return Writer(plot).write(kind); }

}  // namespace judge
