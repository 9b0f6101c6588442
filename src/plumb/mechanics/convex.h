#pragma once

#include <span>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// Replaces the Hessian of an element by the nearest positive semi-definite one: negative eigenvalues become zero. Near
/// is measured with each unknown over its `scale` (one per unknown of the element), so that the result does not depend
/// on the units of lengths and angles. A Hessian without negative eigenvalues, up to rounding, keeps its bits.
void make_convex(int slot, std::span<const double> scale, ElementBuffer& buffer);

}  // namespace plumb
