#include <plumb/solve/projective_statics.h>

#include <plumb/core/budget.h>

namespace plumb {

ProjectiveStatics::ProjectiveStatics(Model model, ProjectiveOptions options)
    : model_(std::move(model)),
      options_(options),
      assembly_(model_.layout, model_.energies),
      potential_(assembly_.pattern()),
      matrix_(model_),
      factored_(matrix_.factor(0)),
      step_(Eigen::VectorXd::Zero(model_.layout.n_q)) {}

void ProjectiveStatics::move_clamps(State& state, const Loads& loads) {
  step_.setZero();
  for (const auto& constraint : model_.constraints) constraint->step_to(state, loads, step_);
  ENSURE(model_.layout.retract(state, step_) == Status::ok);
  step_.setZero();
}

Status ProjectiveStatics::iterate(State& state, const Loads& loads, Outcome& outcome) {
  if (const Status s = assembly_.evaluate(state, loads, {.value = true, .gradient = true}, potential_);
      s != Status::ok) {
    return s;
  }
  outcome.energy = potential_.value;
  const double forces = potential_.magnitude.size() > 0 ? potential_.magnitude.maxCoeff() : 0;
  outcome.residual = forces > 0 ? potential_.gradient.cwiseAbs().maxCoeff() / forces : 0;
  matrix_.solve(potential_.gradient, free_step_);
  free_step_ *= -1;
  model_.layout.spread(free_step_, step_);
  outcome.update = model_.layout.relative_size(step_);
  ++outcome.iterations;
  return model_.layout.retract(state, step_);
}

Outcome ProjectiveStatics::advance(State& state, const Loads& loads) {
  Outcome outcome;
  outcome.status = factored_;
  if (factored_ != Status::ok) return outcome;
  State next = state;
  move_clamps(next, loads);
  while (outcome.iterations < options_.iterations) {
    outcome.status = budget_left();
    if (outcome.status == Status::ok) outcome.status = iterate(next, loads, outcome);
    if (outcome.status != Status::ok) return outcome;
    if (outcome.update <= options_.tolerance) break;
  }
  next.loads = loads;
  state = std::move(next);
  return outcome;
}

}  // namespace plumb
