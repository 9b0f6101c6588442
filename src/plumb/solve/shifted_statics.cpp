#include <plumb/solve/shifted_statics.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

// Newton's next step, in the layout's scale.
constexpr double kNear = 1e-2;  // within, the equilibrium solver may take over
constexpr double kAtRest = 1e-9;
constexpr double kLongestStep = 0.5;  // of the points' extent, or of the body where that is larger
constexpr double kLeastPart = 1e-3;   // of a threshold: further down it is that of a flat element

/// How far the points are apart, in the layout's scale.
double extent(const Layout& layout, const State& state) {
  double largest = 0;
  for (const Block& block : layout.blocks) {
    if (!block.positions || block.count == 0) continue;
    Eigen::Vector3d low = state.q.segment<3>(block.at(0)), high = low;
    for (int i = 1; i < block.count; ++i) {
      low = low.cwiseMin(state.q.segment<3>(block.at(i)));
      high = high.cwiseMax(state.q.segment<3>(block.at(i)));
    }
    largest = std::max(largest, (high - low).maxCoeff() / layout.scale[block.at(0)]);
  }
  return largest;
}

}  // namespace

ShiftedStatics::ShiftedStatics(Model model, ShiftedOptions options)
    : model_(std::move(model)),
      options_(options),
      here_(model_, options.linear, options.linear_tolerance),
      step_(Eigen::VectorXd::Zero(model_.layout.n_q)) {
  if (options_.certifies) equilibrium_.emplace(model_);
}

ShiftedOutcome ShiftedStatics::solve(State& state, const Loads& loads) {
  ShiftedOutcome outcome;
  state_ = state;
  state_.loads = loads;
  outcome.status = move_clamps();
  if (outcome.status != Status::ok) return outcome;
  outcome.status = Status::not_converged;
  Eigen::VectorXd free_step;
  double near = kNear;
  while (outcome.iterations < options_.max_iterations && budget_left() == Status::ok) {
    if (outcome.status = here_.begin(state_, outcome.part, options_.guided); outcome.status != Status::ok) break;
    ++outcome.iterations;
    outcome.most_shifted = std::max(outcome.most_shifted, outcome.n_below = here_.n_shifted());
    if (outcome.status = here_.step(free_step, outcome.products); outcome.status != Status::ok) break;
    outcome.status = Status::not_converged;
    model_.layout.spread(free_step, step_);
    const double update = model_.layout.relative_size(step_);
    if (!std::isfinite(update)) break;
    if (here_.n_shifted() > 0) {
      if (update <= kAtRest && outcome.part > kLeastPart) outcome.part *= 0.5;
    } else if (update <= (options_.certifies ? near : kAtRest)) {
      if (!options_.certifies || certify(outcome)) {
        outcome.status = Status::ok;
        break;
      }
      // The search goes on from where it was, and asks again when it is nearer.
      near *= 0.1;
      if (near < kAtRest) break;
      continue;
    }
    if (!go_downhill(free_step) && update > kAtRest) {
      // Nothing goes down any more. What is shifted may be so without need.
      if (here_.n_shifted() == 0 || outcome.part <= kLeastPart) break;
      outcome.part *= 0.5;
    }
  }
  if (outcome.status == Status::ok) {
    state = state_;
    state.loads = loads;
    commit(model_, state);
  } else {
    outcome.status = failed_with(outcome.status);
  }
  return outcome;
}

/// Elements that this stretches are shifted, so nothing else needs to follow.
Status ShiftedStatics::move_clamps() {
  step_.setZero();
  for (const auto& constraint : model_.constraints) constraint->step_to(state_, state_.loads, step_);
  const Status status = model_.layout.retract(state_, step_);
  step_.setZero();
  return status;
}

/// Goes along a step as far as the energy falls. False: it does not fall.
bool ShiftedStatics::go_downhill(const Eigen::VectorXd& free_step) {
  const double slope = here_.gradient().dot(free_step), noise = 64 * kEps * std::abs(here_.value());
  const double longest = kLongestStep * std::max(1.0, extent(model_.layout, state_));
  double fraction = std::min(1.0, longest / model_.layout.relative_size(step_));
  for (; fraction > 1e-12 && budget_left() == Status::ok; fraction *= 0.5) {
    trial_ = state_;
    double energy = 0;
    if (model_.layout.retract(trial_, fraction * step_) != Status::ok) continue;
    if (here_.energy(trial_, energy) != Status::ok) continue;
    if (energy > here_.value() + 1e-4 * fraction * slope + noise) continue;
    std::swap(state_, trial_);
    return true;
  }
  return false;
}

/// Hands over to the equilibrium solver. False: it found none, or one with elements beyond the threshold.
bool ShiftedStatics::certify(ShiftedOutcome& outcome) {
  trial_ = state_;
  outcome.certified = equilibrium_->solve(trial_, state_.loads);
  if (outcome.certified.status != Status::ok) return false;
  if (here_.begin(trial_, outcome.part, options_.guided) != Status::ok || here_.n_shifted() > 0) return false;
  std::swap(state_, trial_);
  return true;
}

}  // namespace plumb
