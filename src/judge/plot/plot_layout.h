#pragma once

// Shared by the files that draw a plot: where the box lies in the picture, and the names of its styles.

#include <string>

#include <judge/plot/plot.h>

namespace judge::plot_layout {

// Pixels of the picture; it scales to any width.
inline constexpr double width = 640, height = 506;
inline constexpr double left = 56, right = 18, top = 30, bottom = 50;
inline constexpr double box_width = width - left - right, box_height = height - top - bottom;

/// A place in pixels, from the upper left corner of the box.
struct Pixel {
  double x = 0;
  double y = 0;
};

inline Pixel in_box(const PlotBox& box, CurvePoint p) {
  return {box_width * box.x.position(p.x), box_height * (1 - box.y.position(p.y))};
}

std::string colour_class(int colour);
const char* line_class(LineStyle style);

/// Returns the key, a column in the emptiest corner of the box.
std::string draw_key(const Plot& plot);

}  // namespace judge::plot_layout
