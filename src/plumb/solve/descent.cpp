#include <plumb/solve/descent.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

}  // namespace

void Descent::run(Search& search, NewtonSteps& newton, SaddleExit& saddle) {
  Outcome& outcome = search.outcome;
  Linearisation& here = search.here;
  outcome.status = Status::not_converged;
  double previous = HUGE_VAL, shift = 0;
  int next_newton = 0;
  for (int i = 0; i < search.options.max_descent && budget_left() == Status::ok; ++i) {
    if (const Status s = search.evaluate(); s != Status::ok) {
      outcome.status = s;
      return;
    }
    ++outcome.iterations;
    const bool stable = here.factor() == Status::ok && here.n_negative() == 0;
    // Where the Hessian is positive, full steps may do in five what the search does in hundreds: it creeps along the
    // curved valley of a nearly inextensible rod.
    if (stable && i >= next_newton) {
      next_newton = i + 10;
      before_newton_ = search.state;
      search.taken.setZero();
      const double energy = here.potential().value;
      if (newton.run(search) && outcome.energy <= energy + 64 * kEps * std::abs(energy)) return;
      outcome.status = Status::not_converged;
      search.state = before_newton_;
      continue;
    }
    if (stable) {
      shift *= 0.25;
    } else if (!factor_shifted(search, shift)) {
      outcome.status = Status::singular;
      return;
    }
    search.newton_step(free_step_, step_);
    const double update = search.layout().relative_size(step_);
    if (stable && search.at_rest(update, previous)) {
      search.accept(update);
      return;
    }
    // Nothing drives it away, yet it is no minimum: at rest on a saddle. (Beside one, the shifted step along the
    // negative mode is as long as the distance already gone, so it is not taken for the saddle again.)
    if (!stable && update <= 100 * search.options.update_tolerance) {
      if (outcome.saddles_left == search.options.max_saddles || !saddle.downhill(search)) {
        outcome.status = Status::unstable;
        return;
      }
      ++outcome.saddles_left;
      continue;
    }
    previous = update;
    // Close to a minimum full steps are exact, and differences of the energy are lost in rounding.
    const Potential& potential = here.potential();
    const double slope = potential.gradient.dot(free_step_);
    const double noise = 64 * kEps * std::abs(potential.value);
    double fraction = std::min(1.0, kLargestStep / update);
    double energy = 0;
    int n_halvings = 0;
    while (!search.try_step(step_, fraction, trial_, energy) ||
           energy > potential.value + 1e-4 * fraction * slope + noise) {
      fraction *= 0.5;
      if (++n_halvings > 40 || budget_left() != Status::ok) return;
    }
    std::swap(search.state, trial_);
  }
}

/// Raises the shift until the Hessian is positive; it starts from what the last step needed.
bool Descent::factor_shifted(Search& search, double& shift) {
  Linearisation& here = search.here;
  diagonal_.resize(here.layout().n_free);
  here.potential().hessian.diagonal(diagonal_);
  const double size = diagonal_.cwiseAbs().maxCoeff();
  shift = std::max(shift, 1e-12 * size);
  for (int i = 0; i < 60 && budget_left() == Status::ok; ++i, shift *= 4) {
    ++search.outcome.iterations;
    if (here.factor(shift) == Status::ok && here.n_negative() == 0) return true;
  }
  return false;
}

}  // namespace plumb
