#include <plumb/solve/equilibrium.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/core/budget.h>
#include <plumb/linalg/lanczos.h>

namespace plumb {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
// In the layout's scale.
constexpr double kLargestStep = 1;    // beyond, a Newton step says nothing
constexpr double kShortStep = 1e-5;   // within, Newton's method is as good with the exact Hessian
constexpr double kNearSaddle = 0.05;  // within, an indefinite Hessian is that of a saddle to be left

/// Between the free unknowns of the solver and all of q.
void spread(const Layout& layout, const Eigen::VectorXd& free, Eigen::VectorXd& all) {
  for (int i = 0; i < layout.n_q; ++i) {
    const int row = layout.free_index[static_cast<std::size_t>(i)];
    if (row >= 0) all[i] = free[row];
  }
}

/// A moment fixed in space does work, but it has no potential: the energy knows nothing of that work, and a descent in
/// the energy would creep about without end.
bool have_potential(const Loads& loads) {
  return std::all_of(loads.wrenches.begin(), loads.wrenches.end(),
                     [](const Wrench& wrench) { return wrench.moment.isZero(0); });
}

double relative_size(const Layout& layout, const Eigen::VectorXd& step) {
  return step.cwiseQuotient(layout.scale).cwiseAbs().maxCoeff();
}

}  // namespace

EquilibriumSolver::EquilibriumSolver(Model model, EquilibriumOptions options)
    : model_(std::move(model)),
      options_(options),
      assembly_(model_.layout, model_.energies),
      potential_(assembly_.pattern()),
      trial_potential_(assembly_.pattern()),
      factorization_(make_factorization(potential_.hessian)),
      skew_(model_),
      step_(Eigen::VectorXd::Zero(model_.layout.n_q)),
      free_step_(Eigen::VectorXd::Zero(model_.layout.n_free)),
      taken_(Eigen::VectorXd::Zero(model_.layout.n_q)),
      diagonal_(Eigen::VectorXd::Zero(model_.layout.n_free)),
      force_noise_(model_.layout) {}

Outcome EquilibriumSolver::solve(State& state, const Loads& loads, bool may_descend) {
  Outcome outcome;
  current_ = state;
  shift_ = 0;
  outcome.status = move_clamps(loads);
  if (outcome.status != Status::ok) return outcome;
  start_ = current_;
  pointed_ = taken_;
  if (!newton_through_saddles(loads, outcome) && may_descend && have_potential(loads) && budget_left() == Status::ok) {
    current_ = start_;
    ++outcome.retries;
    descend(loads, outcome);
  }
  if (outcome.status != Status::ok) {
    outcome.status = failed_with(outcome.status);
    return outcome;
  }
  outcome.straying = straying(state);
  state = current_;
  state.loads = loads;
  commit(model_, state);
  return outcome;
}

/// Of the accepted state, from the equilibrium before. Within a thousandth of the body there is nothing to see.
double EquilibriumSolver::straying(const State& before) {
  constexpr double kVisible = 1e-3;
  step_ = current_.q - before.q;
  const double moved = relative_size(model_.layout, step_);
  if (!(moved > kVisible)) return 0;
  step_ -= pointed_;
  return relative_size(model_.layout, step_) / moved;
}

/// Brings the clamps to where the loads want them. The free unknowns follow to first order:
/// H_ff dq_f = -(g_f + H_fc dq_c), or the clamps would drag their neighbours along and stretch them enormously.
Status EquilibriumSolver::move_clamps(const Loads& loads) {
  taken_.setZero();
  step_.setZero();
  for (const auto& constraint : model_.constraints) constraint->step_to(current_, loads, step_);
  if (relative_size(model_.layout, step_) == 0) return Status::ok;
  if (const Status status = evaluate(loads); status != Status::ok) return status;
  const Status factored = factorization_->factor(potential_.hessian, 0);
  if (ended_by_budget(factored)) return factored;
  if (factored == Status::ok && factorization_->n_negative() == 0) {
    if (const Status s = assembly_.hessian_times(current_, loads, step_, free_step_); s != Status::ok) return s;
    free_step_ = -(free_step_ + potential_.gradient);
    factorization_->solve(free_step_);
    spread(model_.layout, free_step_, step_);
  }
  taken_ = step_;
  return model_.layout.retract(current_, step_);
}

/// Full Newton steps; from a saddle that they end on, along its lowest mode to where the force vanishes again.
bool EquilibriumSolver::newton_through_saddles(const Loads& loads, Outcome& outcome) {
  while (!newton(loads, outcome)) {
    if (outcome.status != Status::unstable || outcome.saddles_left == options_.max_saddles) return false;
    if (!follow_mode(loads, outcome)) return false;
    taken_.setZero();
    ++outcome.saddles_left;
  }
  return true;
}

/// Full Newton steps to the next equilibrium. True when it is stable and accepted; otherwise outcome.status tells why
/// not (unstable: at rest on a saddle).
bool EquilibriumSolver::newton(const Loads& loads, Outcome& outcome) {
  double previous = HUGE_VAL;
  int n_growing = 0;
  outcome.status = Status::not_converged;
  for (int i = 0; i < options_.max_newton && budget_left() == Status::ok; ++i) {
    const bool exact = relative_size(model_.layout, taken_) <= kShortStep;
    if (evaluate_on_the_way(loads, exact) != Status::ok) return false;
    ++outcome.iterations;
    if (factorization_->factor(potential_.hessian, 0) != Status::ok) return false;
    if (!newton_step(loads)) return false;
    if (pointed_.isZero(0)) pointed_ = step_;
    const double update = relative_size(model_.layout, step_);
    if (!std::isfinite(update)) return false;
    // A saddle nearby is worth reaching, for it is left quickly; a long step towards one leads anywhere.
    if (factorization_->n_negative() > 0 && update > kNearSaddle) return false;
    if (converged(update, previous)) {
      if (!exact) {
        taken_.setZero();
        continue;
      }
      if (factorization_->n_negative() == 0 || options_.accepts_saddles) {
        accept(outcome, update);
        return true;
      }
      outcome.status = Status::unstable;
      return false;
    }
    n_growing = update > previous ? n_growing + 1 : 0;
    if (n_growing > 3) return false;
    previous = update;
    if (update > kLargestStep) step_ *= kLargestStep / update;
    taken_ = step_;
    if (model_.layout.retract(current_, step_) != Status::ok) return false;
  }
  return false;
}

/// Shifted Newton directions with an Armijo search on the energy: slow and sure. Ends in a certified minimum.
void EquilibriumSolver::descend(const Loads& loads, Outcome& outcome) {
  outcome.status = Status::not_converged;
  double previous = HUGE_VAL;
  int next_newton = 0;
  for (int i = 0; i < options_.max_descent && budget_left() == Status::ok; ++i) {
    if (const Status s = evaluate(loads); s != Status::ok) {
      outcome.status = s;
      return;
    }
    ++outcome.iterations;
    const bool stable =
        factorization_->factor(potential_.hessian, 0) == Status::ok && factorization_->n_negative() == 0;
    // Where the Hessian is positive, full steps may do in five what the search does in hundreds: it creeps along the
    // curved valley of a nearly inextensible rod.
    if (stable && i >= next_newton) {
      next_newton = i + 10;
      before_newton_ = current_;
      taken_.setZero();
      const double energy = potential_.value;
      if (newton(loads, outcome) && outcome.energy <= energy + 64 * kEps * std::abs(energy)) return;
      outcome.status = Status::not_converged;
      current_ = before_newton_;
      continue;
    }
    if (stable) {
      shift_ *= 0.25;
    } else if (!factor_shifted(outcome)) {
      outcome.status = Status::singular;
      return;
    }
    newton_step(loads);
    const double update = relative_size(model_.layout, step_);
    if (stable && converged(update, previous)) {
      accept(outcome, update);
      return;
    }
    // Nothing drives it away, yet it is no minimum: at rest on a saddle. (Beside one, the shifted step along the
    // negative mode is as long as the distance already gone, so it is not taken for the saddle again.)
    if (!stable && update <= 100 * options_.update_tolerance) {
      if (outcome.saddles_left == options_.max_saddles || !leave_saddle(loads)) {
        outcome.status = Status::unstable;
        return;
      }
      ++outcome.saddles_left;
      continue;
    }
    previous = update;
    // Close to a minimum full steps are exact, and differences of the energy are lost in rounding.
    const double slope = potential_.gradient.dot(free_step_);
    const double noise = 64 * kEps * std::abs(potential_.value);
    double fraction = std::min(1.0, kLargestStep / update);
    double energy = 0;
    int n_halvings = 0;
    while (!try_step(fraction, loads, energy) || energy > potential_.value + 1e-4 * fraction * slope + noise) {
      fraction *= 0.5;
      if (++n_halvings > 40 || budget_left() != Status::ok) return;
    }
    std::swap(current_, trial_);
  }
}

/// The lowest mode of a saddle into step_ and free_step_, its largest entry 1 in the layout's scale and positive; and
/// the stiffness along it.
bool EquilibriumSolver::falling_mode(double& stiffness) {
  const Modes modes = lowest_modes(potential_.hessian, *factorization_, 1);
  // Any direction of negative curvature will do; that it is the very lowest need not be proved (in a symmetric rod the
  // lowest mode is double).
  if (modes.values.size() == 0 || !(modes.values[0] < 0)) return false;
  free_step_ = modes.vectors.col(0);
  Eigen::Index largest = 0;
  free_step_.cwiseAbs().maxCoeff(&largest);
  step_.setZero();
  spread(model_.layout, free_step_, step_);
  const double size = (free_step_[largest] < 0 ? -1 : 1) * relative_size(model_.layout, step_);
  step_ /= size;
  free_step_ /= size;
  stiffness = modes.values[0] * free_step_.squaredNorm();
  return true;
}

/// From a saddle along its lowest mode. The amplitude a along the mode is imposed and everything else brought to
/// equilibrium, so that a nearly inextensible rod bends instead of stretching; what holds it at a is the force f(a),
/// negative beside the saddle. Near a pitchfork f = stiffness a + c a^3, which tells where it vanishes: there Newton
/// takes over. False where nothing was gained; the state is then any.
bool EquilibriumSolver::follow_mode(const Loads& loads, Outcome& outcome) {
  constexpr int kAttempts = 24;
  constexpr double kSmallest = 1e-7, kFirst = 1e-3, kLargest = 1;  // amplitudes, in the layout's scale
  double stiffness = 0;
  if (!falling_mode(stiffness)) return false;
  mode_ = free_step_;
  Amplitude at{mode_.squaredNorm()};
  before_newton_ = current_;
  double target = kFirst;
  for (int i = 0; i < kAttempts && target > kSmallest && budget_left() == Status::ok; ++i) {
    const Amplitude from = at;
    trial_start_ = current_;
    if (!impose(target, loads, at, outcome)) {
      // Too far at once.
      current_ = trial_start_;
      at = from;
      target = at.reached + 0.25 * (target - at.reached);
      continue;
    }
    if (at.force > 0 && from.reached == 0) {
      // Beyond the equilibrium already, for all we know: come nearer to the saddle.
      current_ = before_newton_;
      at = from;
      target *= 0.1;
      continue;
    }
    if (at.force >= 0) return true;
    const double cubic = (at.force - stiffness * at.reached) / (at.reached * at.reached * at.reached);
    const double root = cubic > 0 ? std::sqrt(-stiffness / cubic) : HUGE_VAL;
    if (at.reached > 0.9 * root) return true;
    if (at.reached >= kLargest) return true;
    target = std::min({4 * at.reached, std::max(root, 1.1 * at.reached), kLargest});
  }
  return at.reached > 0;
}

/// Newton's method with the amplitude along mode_ imposed: one more unknown, the force, and one more equation.
bool EquilibriumSolver::impose(double target, const Loads& loads, Amplitude& at, Outcome& outcome) {
  constexpr int kIterations = 12;
  constexpr double kAccuracy = 1e-6;  // of the amplitude; Newton without the constraint does the rest
  double previous = HUGE_VAL;
  for (int i = 0; i < kIterations && budget_left() == Status::ok; ++i) {
    if (evaluate(loads) != Status::ok) return false;
    ++outcome.iterations;
    if (factorization_->factor(potential_.hessian, 0) != Status::ok) return false;
    if (!newton_step(loads)) return false;
    held_ = mode_ / at.mode_squared;
    skew_.solve(*factorization_, held_);
    const double missing = target - at.reached - mode_.dot(free_step_) / at.mode_squared;
    at.force = missing / (mode_.dot(held_) / at.mode_squared);
    free_step_ += at.force * held_;
    spread(model_.layout, free_step_, step_);
    const double update = relative_size(model_.layout, step_);
    if (!std::isfinite(update) || update > kLargestStep || (i > 3 && update > previous)) return false;
    if (model_.layout.retract(current_, step_) != Status::ok) return false;
    at.reached += mode_.dot(free_step_) / at.mode_squared;
    if (update <= kAccuracy * target) return true;
    previous = update;
  }
  return false;
}

/// From a saddle along its lowest mode, as far as the energy falls.
bool EquilibriumSolver::leave_saddle(const Loads& loads) {
  double stiffness = 0;
  if (!falling_mode(stiffness)) return false;
  step_ *= 0.1;
  const double start = potential_.value;
  double best = start, best_fraction = 0, energy = 0;
  for (double fraction = 1; fraction > 1e-8 && budget_left() == Status::ok; fraction *= 0.5) {
    if (!try_step(fraction, loads, energy)) continue;
    if (energy < best) {
      best = energy;
      best_fraction = fraction;
    } else if (best < start) {
      break;
    }
  }
  if (best_fraction == 0 || !try_step(best_fraction, loads, energy)) return false;
  std::swap(current_, trial_);
  return true;
}

Status EquilibriumSolver::evaluate_on_the_way(const Loads& loads, bool exact) {
  if (exact) return evaluate(loads);
  return assembly_.evaluate_after(taken_, current_, loads, {true, true, true}, potential_);
}

Status EquilibriumSolver::evaluate(const Loads& loads) {
  return assembly_.evaluate(current_, loads, {true, true, true}, potential_);
}

/// Raises the shift until the Hessian is positive; it starts from what the last step needed.
bool EquilibriumSolver::factor_shifted(Outcome& outcome) {
  potential_.hessian.diagonal(diagonal_);
  const double size = diagonal_.cwiseAbs().maxCoeff();
  shift_ = std::max(shift_, 1e-12 * size);
  for (int i = 0; i < 60 && budget_left() == Status::ok; ++i, shift_ *= 4) {
    ++outcome.iterations;
    if (factorization_->factor(potential_.hessian, shift_) == Status::ok && factorization_->n_negative() == 0)
      return true;
  }
  return false;
}

/// With the whole stiffness, also what is skew in it; false where that is singular.
bool EquilibriumSolver::newton_step(const Loads& loads) {
  free_step_ = -potential_.gradient;
  const bool regular = skew_.prepare(model_.layout, current_, loads, *factorization_);
  if (regular) skew_.solve(*factorization_, free_step_);
  step_.setZero();
  spread(model_.layout, free_step_, step_);
  return regular;
}

/// The next step is small and so is the force; or steps no longer shrink and what is left of the force is rounding,
/// which more steps would only stir.
bool EquilibriumSolver::converged(double update, double previous) {
  if (update <= options_.update_tolerance)
    return force_noise_.covers(model_.layout, current_, potential_, 8, options_.residual_tolerance);
  return update < 1e-4 && update > 0.25 * previous && force_noise_.covers(model_.layout, current_, potential_, 4, 0);
}

bool EquilibriumSolver::try_step(double fraction, const Loads& loads, double& energy) {
  trial_ = current_;
  // step_ is scaled and restored exactly: fractions are powers of two except the first, which only shortens.
  step_ *= fraction;
  const Status status = model_.layout.retract(trial_, step_);
  step_ /= fraction;
  if (status != Status::ok) return false;
  if (assembly_.evaluate(trial_, loads, {.value = true}, trial_potential_) != Status::ok) return false;
  energy = trial_potential_.value;
  return std::isfinite(energy);
}

void EquilibriumSolver::accept(Outcome& outcome, double update) {
  outcome.status = Status::ok;
  outcome.update = update;
  outcome.energy = potential_.value;
  const double force = potential_.magnitude.maxCoeff();
  outcome.residual = force > 0 ? potential_.gradient.cwiseAbs().maxCoeff() / force : 0;
  outcome.negative_modes = factorization_->n_negative();
}

/// Inverse iteration on the factorisation at hand.
double EquilibriumSolver::eigenvalue_nearest_to_zero() {
  constexpr int kIterations = 200;
  constexpr double kAccuracy = 1e-6;
  if (mode_.size() != free_step_.size()) mode_ = Eigen::VectorXd::LinSpaced(free_step_.size(), 1, 2);
  mode_.normalize();
  double value = 0;
  for (int i = 0; i < kIterations && budget_left() == Status::ok; ++i) {
    held_ = mode_;
    factorization_->solve(held_);
    const double before = value;
    value = 1 / mode_.dot(held_);
    mode_ = held_.normalized();
    if (std::abs(value - before) <= kAccuracy * std::abs(value)) break;
  }
  return value;
}

Outcome equilibrium(const Model& model, State& state, const Loads& loads) {
  return EquilibriumSolver(model).solve(state, loads);
}

}  // namespace plumb
