#include <plumb/solve/saddle.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>
#include <plumb/linalg/lanczos.h>

namespace plumb {

/// Finds the lowest mode, into mode_ and, on all of q, step_; and the stiffness along it.
bool SaddleExit::find_mode(Search& search, double& stiffness) {
  const Layout& layout = search.layout();
  const Modes modes = lowest_modes(search.here.potential().hessian, search.here.factors(), 1);
  // Any direction of negative curvature will do; that it is the very lowest need not be proved (in a symmetric rod the
  // lowest mode is double).
  if (modes.values.size() == 0 || !(modes.values[0] < 0)) return false;
  mode_ = modes.vectors.col(0);
  Eigen::Index largest = 0;
  mode_.cwiseAbs().maxCoeff(&largest);
  step_.setZero(layout.n_q);
  layout.spread(mode_, step_);
  const double size = (mode_[largest] < 0 ? -1 : 1) * layout.relative_size(step_);
  step_ /= size;
  mode_ /= size;
  stiffness = modes.values[0] * mode_.squaredNorm();
  return true;
}

bool SaddleExit::by_amplitude(Search& search) {
  constexpr int kAttempts = 24;
  constexpr double kSmallest = 1e-7, kFirst = 1e-3, kLargest = 1;  // amplitudes, in the layout's scale
  double stiffness = 0;
  if (!find_mode(search, stiffness)) return false;
  Amplitude at{mode_.squaredNorm()};
  saddle_ = search.state;
  double target = kFirst;
  for (int i = 0; i < kAttempts && target > kSmallest && budget_left() == Status::ok; ++i) {
    const Amplitude from = at;
    before_ = search.state;
    if (!impose(search, target, at)) {
      // Too far at once.
      search.state = before_;
      at = from;
      target = at.reached + 0.25 * (target - at.reached);
      continue;
    }
    if (at.force > 0 && from.reached == 0) {
      // Beyond the equilibrium already, for all we know: come nearer to the saddle.
      search.state = saddle_;
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
bool SaddleExit::impose(Search& search, double target, Amplitude& at) {
  constexpr int kIterations = 12;
  constexpr double kAccuracy = 1e-6;  // of the amplitude; Newton without the constraint does the rest
  const Layout& layout = search.layout();
  double previous = HUGE_VAL;
  for (int i = 0; i < kIterations && budget_left() == Status::ok; ++i) {
    if (search.evaluate() != Status::ok) return false;
    ++search.outcome.iterations;
    if (search.here.factor() != Status::ok) return false;
    if (!search.newton_step(free_step_, step_)) return false;
    held_ = mode_ / at.mode_squared;
    search.here.solve(held_);
    const double missing = target - at.reached - mode_.dot(free_step_) / at.mode_squared;
    at.force = missing / (mode_.dot(held_) / at.mode_squared);
    free_step_ += at.force * held_;
    layout.spread(free_step_, step_);
    const double update = layout.relative_size(step_);
    if (!std::isfinite(update) || update > kLargestStep || (i > 3 && update > previous)) return false;
    if (layout.retract(search.state, step_) != Status::ok) return false;
    at.reached += mode_.dot(free_step_) / at.mode_squared;
    if (update <= kAccuracy * target) return true;
    previous = update;
  }
  return false;
}

bool SaddleExit::downhill(Search& search) {
  double stiffness = 0;
  if (!find_mode(search, stiffness)) return false;
  step_ *= 0.1;
  const double start = search.here.potential().value;
  double best = start, best_fraction = 0, energy = 0;
  for (double fraction = 1; fraction > 1e-8 && budget_left() == Status::ok; fraction *= 0.5) {
    if (!search.try_step(step_, fraction, trial_, energy)) continue;
    if (energy < best) {
      best = energy;
      best_fraction = fraction;
    } else if (best < start) {
      break;
    }
  }
  if (best_fraction == 0 || !search.try_step(step_, best_fraction, trial_, energy)) return false;
  std::swap(search.state, trial_);
  return true;
}

}  // namespace plumb
