#pragma once

#include <string>

namespace judge {

/// Returns the style sheet of the report's page (that of its plots is plot_style()).
std::string report_style();

}  // namespace judge
