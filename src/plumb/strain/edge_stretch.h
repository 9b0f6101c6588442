#pragma once

#include <cmath>

#include <plumb/geometry/frame.h>

namespace plumb {

/// Relative elongation of an edge, eps = |x1 - x0| / rest_length - 1; constant along the edge, dimensionless.
template <class S>
S edge_stretch(const Vector3<S>& edge, double rest_length) {
  using std::sqrt;
  return sqrt(edge.dot(edge)) / rest_length - 1.0;
}

}  // namespace plumb
