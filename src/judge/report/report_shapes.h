#pragma once

// The part of the report that needs a script: choose a spot of a plot, by pointer or by arrow keys and Enter, and see
// the shape that was computed there, to be turned by dragging. Without the script the plot is what it is elsewhere.

#include <string>

#include <judge/plot/plot.h>

namespace judge {

/// Returns the spots of a plot as data, and the empty frame in which one is shown. Both belong beside the inlined plot,
/// inside one element of the class `pickable`.
std::string shapes_html(const Plot& plot);

/// These return what a page that has such plots needs once (without the <style> and <script> tags).
std::string shapes_style();
std::string shapes_script();

}  // namespace judge
