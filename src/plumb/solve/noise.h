#pragma once

#include <plumb/mechanics/assembly.h>

namespace plumb {

/// What is nothing but rounding in the forces of an equilibrium. An unknown q is rounded to eps |q|, and an angle near
/// zero is still the difference of directions rounded to eps: of whatever is larger, q or its scale. The force is then
/// uncertain by eps |H| times that, and no iteration can do better.
class ForceNoise {
 public:
  explicit ForceNoise(const Layout& layout) : sizes_(layout.n_free), noise_(layout.n_free) {}

  /// Is every force below `relative` of the largest sum of absolute forces, or below `factor` times its own noise?
  bool covers(const Layout& layout, const State& state, const Potential& potential, double factor, double relative);

 private:
  Eigen::VectorXd sizes_, noise_;
};

}  // namespace plumb
