#pragma once

#include <string>

namespace judge {

/// The style sheet of the report's page (that of its plots is plot_style()).
std::string report_style();

}  // namespace judge
