#pragma once

// Tables that spreadsheets and scripts read: comma-separated, one heading line, quotes as in RFC 4180, numbers with as
// many digits as bring every bit back. Each line ends with a line break.

#include <string>

#include <plumb/geometry/shape.h>

namespace plumb {

/// Observables over time: "time [s],tip z [m]", and a line per frame.
std::string csv_header(const Frame& frame);
std::string csv_row(const Frame& frame);

/// A line per point along each curve: "curve,x [m],y [m],z [m],curvature [1/m]". An array of three components takes the
/// columns "force x [N]", "force y [N]", "force z [N]"; of another number, "director 1", "director 2" and so on.
std::string curves_csv(const Shape& shape);

/// A line per point of each surface, in the same columns after "surface".
std::string surfaces_csv(const Shape& shape);

}  // namespace plumb
