#include <plumb/step/clamp_rates.h>

namespace plumb {

ClampRates::ClampRates(const Model& model) : model_(&model) {
  const auto held = [&](int i) { return model.layout.free_index[static_cast<std::size_t>(i)] < 0; };
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.layout.n_q), momentum;
  for (int i = 0; i < model.layout.n_q; ++i) v[i] = held(i) ? 1 : 0;
  model.inertia->momentum(model.initial, {}, v, momentum);
  for (int i = 0; i < model.layout.n_q; ++i) matter_ = matter_ || (!held(i) && momentum[i] != 0);
}

void ClampRates::put_end(const State& start, const Loads& middle, const Loads& end, double duration,
                         Eigen::VectorXd& v) const {
  if (matter_) put((3 * way(start, end) - 4 * way(start, middle)) / duration, v);
}

void ClampRates::put_mean(const State& start, const Loads& end, double duration, Eigen::VectorXd& v) const {
  if (matter_) put(way(start, end) / duration, v);
}

/// Returns how far the held entries of a state are from where loads want them; the free ones are zero.
Eigen::VectorXd ClampRates::way(const State& start, const Loads& loads) const {
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model_->layout.n_q);
  for (const auto& constraint : model_->constraints) constraint->step_to(start, loads, step);
  return step;
}

void ClampRates::put(const Eigen::VectorXd& rates, Eigen::VectorXd& v) const {
  for (int i = 0; i < model_->layout.n_q; ++i) {
    if (model_->layout.free_index[static_cast<std::size_t>(i)] < 0) v[i] = rates[i];
  }
}

}  // namespace plumb
