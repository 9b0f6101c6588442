#include <plumb/solve/noise.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb {

bool ForceNoise::covers(const Layout& layout, const State& state, const Potential& potential, double factor,
                        double relative) {
  for (int i = 0; i < layout.n_q; ++i) {
    const int row = layout.free_index[static_cast<std::size_t>(i)];
    if (row >= 0) sizes_[row] = std::max(std::abs(state.q[i]), layout.scale[i]);
  }
  potential.hessian.multiply_abs(sizes_, noise_);
  const double force = relative * potential.magnitude.maxCoeff();
  const double eps = factor * std::numeric_limits<double>::epsilon();
  const auto& g = potential.gradient;
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    if (!(std::abs(g[i]) <= std::max(force, eps * noise_[i]))) return false;
  }
  return true;
}

}  // namespace plumb
