#pragma once

#include <vector>

#include <Eigen/SparseCore>

#include <plumb/mechanics/state.h>

namespace plumb {

/// A load whose stiffness is not symmetric, as that of a moment fixed in space. Its Hessian (mechanics/energy.h) is the
/// symmetric part, which certifies; Newton's method needs the rest too, or it converges slowly, and beyond some turn
/// not at all.
class Circulatory {
 public:
  virtual ~Circulatory() = default;
  /// Appends the skew part of the stiffness, row and column among all unknowns; nothing outside the domain.
  virtual void add_skew(const State& state, const Loads& loads, std::vector<Eigen::Triplet<double>>& out) const = 0;
};

}  // namespace plumb
