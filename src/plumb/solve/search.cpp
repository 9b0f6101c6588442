#include <plumb/solve/search.h>

#include <cmath>

namespace plumb {

Search::Search(Model model, EquilibriumOptions with)
    : options(with), here(std::move(model)), taken(Eigen::VectorXd::Zero(here.layout().n_q)) {}

bool Search::newton_step(Eigen::VectorXd& free_step, Eigen::VectorXd& step) {
  const bool regular = here.newton_step(state, loads, free_step);
  step.setZero(layout().n_q);
  layout().spread(free_step, step);
  return regular;
}

bool Search::at_rest(double update, double previous) {
  return here.at_rest(state, update, previous, {options.update_tolerance, options.residual_tolerance});
}

void Search::accept(double update) {
  outcome.status = Status::ok;
  outcome.update = update;
  outcome.energy = here.potential().value;
  outcome.residual = here.residual();
  outcome.negative_modes = here.n_negative();
}

bool Search::try_step(Eigen::VectorXd& step, double fraction, State& trial, double& energy) {
  trial = state;
  step *= fraction;
  const Status status = layout().retract(trial, step);
  step /= fraction;
  if (status != Status::ok) return false;
  return here.energy(trial, loads, energy) == Status::ok && std::isfinite(energy);
}

}  // namespace plumb
