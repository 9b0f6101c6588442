#pragma once

// What every result file takes for granted about frames.

#include <string>
#include <string_view>
#include <vector>

#include <plumb/geometry/shape.h>

namespace plumb {

/// ENSUREs that arrays have a value per point, that curves and surfaces lie within the points, and that every number is
/// finite.
void ensure_sound(const Shape& shape);
void ensure_sound(const Frame& frame);

/// The same for all; and throws UserError unless all have the points, curves, surfaces, arrays and observables of the
/// first one, which `file` ("an .npz file") needs.
void require_one_layout(const std::vector<Frame>& frames, std::string_view file);

/// How every result file names a quantity: "curvature [1/m]", or "strain" where there is no unit.
std::string labelled(const std::string& name, const std::string& unit);

}  // namespace plumb
