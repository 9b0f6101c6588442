#include <plumb/mechanics/inertia.h>

namespace plumb {

void Inertia::mean_force(const Way& way, const State& middle, const Loads& loads, Eigen::VectorXd& out) const {
  Loads still = loads;
  still.clamp_rates.clear();
  const Eigen::VectorXd half_change = way.end.v - middle.v;
  Eigen::VectorXd at;
  out.setZero(way.step.size());
  for (std::size_t p = 0; p < way.between.size(); ++p) {
    force(way.between[p], loads, middle.v, at);
    out += way.weights[p] * at;
    force(way.between[p], still, half_change, at);
    out -= way.weights[p] * at;
  }
}

}  // namespace plumb
