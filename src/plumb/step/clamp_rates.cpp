#include <plumb/step/clamp_rates.h>

namespace plumb {
namespace {

/// Returns how far the held entries of a state are from where loads want them; the free ones are zero.
Eigen::VectorXd way(const Model& model, const State& start, const Loads& loads) {
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
  for (const auto& constraint : model.constraints) constraint->step_to(start, loads, step);
  return step;
}

void put_held(const Layout& layout, const Eigen::VectorXd& rates, Eigen::VectorXd& v) {
  for (int i = 0; i < layout.n_q; ++i) {
    if (!layout.is_free(i)) v[i] = rates[i];
  }
}

}  // namespace

bool shares_masses_with_clamps(const Model& model, const State& state) {
  const Layout& layout = model.layout;
  if (layout.n_free == layout.n_q) return false;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(layout.n_q), momentum;
  put_held(layout, Eigen::VectorXd::Ones(layout.n_q), v);
  model.inertia->momentum(state, {}, v, momentum);
  for (int i = 0; i < layout.n_q; ++i) {
    if (layout.is_free(i) && momentum[i] != 0) return true;
  }
  return false;
}

bool put_end_rates(const Model& model, const State& start, const Loads& middle, const Loads& end, double duration,
                   Eigen::VectorXd& v) {
  if (!shares_masses_with_clamps(model, start)) return false;
  put_held(model.layout, (3 * way(model, start, end) - 4 * way(model, start, middle)) / duration, v);
  return true;
}

bool put_mean_rates(const Model& model, const State& start, const Loads& end, double duration, Eigen::VectorXd& v) {
  if (!shares_masses_with_clamps(model, start)) return false;
  put_held(model.layout, way(model, start, end) / duration, v);
  return true;
}

}  // namespace plumb
