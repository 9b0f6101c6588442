#pragma once

// What every result file takes for granted about frames.

#include <string>

#include <plumb/geometry/shape.h>

namespace plumb {

/// ENSUREs that arrays have a value per point, that curves and surfaces lie within the points, and that every number is
/// finite.
void ensure_sound(const Shape& shape);
void ensure_sound(const Frame& frame);

/// Is every number of it finite?
bool is_finite(const Frame& frame);

/// Do the curves and surfaces of two shapes run through the same points, and the triangles between the same ones?
bool same_mesh(const Shape& a, const Shape& b);

/// Throws UserError unless a frame has the curves, surfaces, solids, arrays and observables of the first one. A surface may
/// have other points and triangles: what it is called stays.
void require_layout_of(const Frame& first, const Frame& frame);

/// How every result file names a quantity: "curvature [1/m]", or "strain" where there is no unit.
std::string labelled(const std::string& name, const std::string& unit);

}  // namespace plumb
