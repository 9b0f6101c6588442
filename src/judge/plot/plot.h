#pragma once

// One plot box as SVG: axes with ticks, regions, the master curve with its tolerance band, points and the worst point.
// Colours are CSS classes with defaults that follow `currentColor`, so the same picture sits in a light or a dark page
// and stands alone as a file.

#include <optional>
#include <string>
#include <vector>

#include <judge/plot/plot_box.h>

namespace judge {

enum class LineStyle { master, asymptote, measured };

struct PlotLine {
  Polyline points;
  LineStyle style = LineStyle::master;
  std::string label;  ///< for the key; empty: not in it
};

enum class MarkStyle { disc, cross };

/// Points of one series. `colour` numbers the colours of a phase diagram, 6 is grey; -1: the accent. Points outside the box are
/// drawn hollow on its border.
struct PlotMarks {
  Polyline points;
  int colour = -1;
  std::string label;
  MarkStyle style = MarkStyle::disc;  ///< a cross lies below a disc and sticks out of it: something is wrong with it
};

/// A filled polygon of a phase diagram.
struct PlotRegion {
  Polyline outline;
  int colour = 0;
  std::string label;
};

/// One line of what is told about a spot: "twist", "2.1 rad".
struct PlotFact {
  std::string name;
  std::string value;
};

/// A point of which more can be shown where the plot is part of a page: the shape of what was computed there.
struct PlotSpot {
  CurvePoint at;
  std::string title;
  std::vector<PlotFact> facts;
  std::vector<double> shape;  ///< x y z of points along a curve, z upwards
};

struct Plot {
  PlotBox box;
  std::string title;  ///< read aloud and shown on hover, not drawn
  std::vector<PlotRegion> regions;
  std::vector<PlotLine> lines;
  std::vector<PlotMarks> marks;
  std::vector<PlotSpot> spots;  ///< not drawn
  std::optional<CurvePoint> worst;
  std::string worst_label;
  /// Half-width of the band around every master line, as a fraction of the box; 0 if there is none.
  double tolerance = 0;
};

enum class Svg { inlined, standalone };

/// Returns the plot as SVG. `standalone` adds the XML header and the style sheet; a page with inlined plots includes
/// `plot_style()` once.
std::string to_svg(const Plot& plot, Svg kind = Svg::inlined);

/// Returns the plot as a small picture without words, for a table on a page that includes `plot_style()`.
std::string to_thumbnail(const Plot& plot);

/// Returns the style sheet shared by all plots of a page (without the <style> tags).
std::string plot_style();

/// Returns the colours of the page around a plot that stands alone.
std::string plot_page_style();

}  // namespace judge
