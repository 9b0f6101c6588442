#pragma once

#include <string>
#include <vector>

#include <plumb/geometry/shape.h>

namespace plumb {

/// A run as one HTML page that needs nothing else: the curves and surfaces in 3D, coloured by an array, and the
/// observables over time. One frame is a still picture with a table. Positions and arrays have the precision of
/// float32, the rest is exact. The warnings stand above. Throws UserError where frames differ in points, curves,
/// surfaces, arrays or observables.
std::string playback_page(const std::string& title, const std::vector<Frame>& frames,
                          const std::vector<std::string>& warnings = {});

}  // namespace plumb
