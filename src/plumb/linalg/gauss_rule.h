#pragma once

#include <array>

namespace plumb {

/// Gauss's rule of four points on [0, 1]: exact for polynomials of degree seven.
struct GaussRule {
  static constexpr std::array<double, 4> at{0.069431844202973714, 0.330009478207571868, 0.669990521792428132,
                                            0.930568155797026286};
  static constexpr std::array<double, 4> weights{0.173927422568726929, 0.326072577431273071, 0.326072577431273071,
                                                 0.173927422568726929};
};

}  // namespace plumb
