#pragma once

#include <cstddef>

#include <Eigen/Core>

namespace plumb {

/// A point that is held along one direction. The force that holds it is that of a wrench of the loads.
struct HeldPoint {
  std::size_t wrench = 0;
  Eigen::Vector3d direction = Eigen::Vector3d::UnitX();  ///< unit
  double at = 0;                                         ///< m: direction . point
};

}  // namespace plumb
