#include <plumb/solve/arc_length.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

constexpr double kLargestUpdate = 1;     // in the layout's scale: beyond, a Newton step says nothing
constexpr double kSharpestTurn = 0.5;    // cosine between the tangents of two points: beyond, it was another path
constexpr double kSmallestStep = 1e-10;  // in the layout's scale
constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

std::vector<std::shared_ptr<const Energy>> loads_of(const Model& model) {
  std::vector<std::shared_ptr<const Energy>> terms;
  for (const auto& energy : model.energies) {
    if (energy->role() == Role::load) terms.push_back(energy);
  }
  return terms;
}

/// Returns true if `number` lies in the half-open interval (from, to], in either direction.
bool between(double from, double number, double to) {
  return (from < number && number <= to) || (to <= number && number < from);
}

void require_same(const Pose& a, const Pose& b) {
  if (a.position != b.position || a.tangent != b.tangent || a.director != b.director) {
    throw UserError("clamps that move have no place in a path of equilibria: only forces, pressure and gravity change");
  }
}

}  // namespace

ArcLength::ArcLength(Model model, ArcLengthOptions options)
    : options_(options),
      here_(std::move(model)),
      external_(here_.layout(), loads_of(here_.model()), here_.pattern()),
      external_potential_(here_.pattern()) {
  const Layout& layout = here_.layout();
  for (auto* v : {&newton_, &follow_, &tangent_, &gone_, &weight_}) v->setZero(layout.n_free);
  step_.setZero(layout.n_q);
  layout.for_free([&](int i, int row) { weight_[row] = 1 / (layout.scale[i] * layout.scale[i]); });
}

PathOutcome ArcLength::advance(State& state, const Loads& from, const Loads& to, double target,
                               const PathObserver& observe) {
  set_loads(from, to);
  return follow(state, target, options_.max_steps, observe);
}

PathOutcome ArcLength::advance_steps(State& state, const Loads& from, const Loads& to, int n,
                                     const PathObserver& observe) {
  set_loads(from, to);
  return follow(state, kNowhere, n, observe);
}

void ArcLength::set_loads(const Loads& from, const Loads& to) {
  ENSURE(from.clamps.size() == to.clamps.size() && from.wrenches.size() == to.wrenches.size() &&
         from.pressures.size() == to.pressures.size());
  for (std::size_t i = 0; i < to.clamps.size(); ++i) require_same(from.clamps[i], to.clamps[i]);
  from_ = from;
  to_ = change_ = to;
  change_.gravity -= from.gravity;
  for (std::size_t i = 0; i < to.pressures.size(); ++i) change_.pressures[i] -= from.pressures[i];
  for (std::size_t i = 0; i < to.wrenches.size(); ++i) {
    change_.wrenches[i].force -= from.wrenches[i].force;
    change_.wrenches[i].moment -= from.wrenches[i].moment;
  }
}

PathOutcome ArcLength::follow(State& state, double target, int n, const PathObserver& observe) {
  PathOutcome outcome;
  const auto accept = [&] {
    state = current_;
    commit(model(), state);
    outcome.points.push_back(point_);
    if (observe) observe(state, point_);
  };
  if (state.path.step == 0) {
    if (!begin(state, target, outcome)) return outcome;
    accept();
  }
  for (int i = 0; i < n; ++i) {
    if (!step(state, target, outcome)) return outcome;
    accept();
    if (point_.fraction == target) return outcome;
  }
  if (!std::isnan(target)) outcome.status = Status::not_converged;
  return outcome;
}

/// The equilibrium that the path begins at, and the way to go there: towards the target.
bool ArcLength::begin(State& state, double target, PathOutcome& outcome) {
  current_ = state;
  gone_.setZero();
  if (!correct({true, state.path.fraction}, outcome)) {
    outcome.status = failed_with(Status::not_converged);
    return false;
  }
  const double per_load = std::sqrt(product(follow_, follow_));
  if (!(per_load > 0)) throw UserError("the loads at both ends of a path move nothing: they are the same");
  tangent_ = target < state.path.fraction ? (-follow_).eval() : follow_;
  find_tangent();
  current_.path.step = options_.first_step * per_load;
  return true;
}

/// The next point of the path after `state` into current_ and point_: a step as long as can be, or the target.
bool ArcLength::step(State& state, double target, PathOutcome& outcome) {
  here_.layout().gather(state.path.tangent, tangent_);
  const double largest = tangent_.cwiseProduct(weight_.cwiseSqrt()).cwiseAbs().maxCoeff();
  double length = std::min(state.path.step, options_.longest_step / largest);
  while (!step_of(length, state, target, outcome)) {
    length *= 0.5;
    if (length * largest < kSmallestStep || budget_left() != Status::ok) {
      outcome.status = failed_with(Status::not_converged);
      return false;
    }
  }
  const double ease = std::sqrt(static_cast<double>(options_.wanted_iterations) / point_.iterations);
  current_.path.step = length * std::clamp(ease, 0.5, 2.0);
  return true;
}

bool ArcLength::step_of(double length, const State& state, double target, PathOutcome& outcome) {
  const double start = state.path.fraction;
  if (!go(state, length * tangent_, start + length * state.path.slope)) return false;
  if (!correct({false, length}, outcome) || find_tangent() < kSharpestTurn) return false;
  begin_.gone.setZero(gone_.size());
  begin_.fraction = start;
  beyond_.gone = gone_;
  beyond_.fraction = current_.path.fraction;
  if (state.path.slope * current_.path.slope >= 0) {
    return !between(start, target, beyond_.fraction) || land(state, begin_, beyond_, target, outcome);
  }
  // The load turned back on the way.
  passed_ = current_;
  const PathPoint passed = point_;
  if (!find_limit(state, length, limit_way_, outcome)) return false;
  if (between(start, target, limit_way_.fraction)) return land(state, begin_, limit_way_, target, outcome);
  if (between(limit_way_.fraction, target, beyond_.fraction)) {
    if (!land(state, limit_way_, beyond_, target, outcome)) return false;
  } else {
    std::swap(current_, passed_);
    point_ = passed;
  }
  outcome.limits.push_back({limit_way_.fraction, limit_});
  return true;
}

/// To where the way leads, before any correction.
bool ArcLength::go(const State& from, const Eigen::VectorXd& gone, double fraction) {
  current_ = from;
  gone_ = gone;
  current_.path.fraction = fraction;
  return here_.retract(current_, gone_) == Status::ok;
}

/// Newton's method from current_ to an equilibrium, which with its Hessian is left there.
bool ArcLength::correct(const Goal& goal, PathOutcome& outcome) {
  double previous = HUGE_VAL;
  point_ = {};
  for (int i = 0; i < options_.max_iterations && budget_left() == Status::ok; ++i) {
    if (evaluate() != Status::ok) return false;
    ++outcome.iterations;
    ++point_.iterations;
    if (here_.factor() != Status::ok) return false;
    if (!here_.newton_step(current_, loads_, newton_)) return false;
    follow_ = -external_potential_.gradient;
    here_.solve(follow_);
    const double more = goal.fixed_load ? goal.value - current_.path.fraction
                                        : (goal.value - product(tangent_, gone_) - product(tangent_, newton_)) /
                                              product(tangent_, follow_);
    newton_ += more * follow_;
    step_.setZero();
    here_.layout().spread(newton_, step_);
    const double update = here_.layout().relative_size(step_);
    if (!(update <= kLargestUpdate) || !std::isfinite(more)) return false;
    if (here_.at_rest(current_, update, previous, {options_.update_tolerance, options_.residual_tolerance})) {
      point_.fraction = current_.path.fraction;
      point_.negative_modes = here_.n_negative();
      point_.update = update;
      point_.energy = here_.potential().value;
      point_.residual = here_.residual();
      current_.loads = loads_;
      return true;
    }
    if (i > 4 && update > previous) return false;
    previous = update;
    if (here_.layout().retract(current_, step_) != Status::ok) return false;
    gone_ += newton_;
    current_.path.fraction = goal.fixed_load ? goal.value : current_.path.fraction + more;
  }
  return false;
}

/// The equilibrium at the target load between two others, on the same stretch of the path.
bool ArcLength::land(const State& from, const Way& begin, const Way& end, double target, PathOutcome& outcome) {
  const double part = (target - begin.fraction) / (end.fraction - begin.fraction);
  if (!go(from, begin.gone + part * (end.gone - begin.gone), target) || !correct({true, target}, outcome)) return false;
  if (find_tangent() < kSharpestTurn) return false;
  const double reached = product(tangent_, gone_), first = product(tangent_, begin.gone),
               last = product(tangent_, end.gone);
  const double slack = 1e-6 * (last - first);
  return reached >= first - slack && reached <= last + slack;
}

/// Where between `from` and passed_ the slope of lambda vanishes, by false position (Illinois), into limit_. The load
/// is flat there, so a small slope will do; closer, the Hessian would be singular.
bool ArcLength::find_limit(const State& from, double length, Way& limit, PathOutcome& outcome) {
  constexpr int kAttempts = 20;
  constexpr double kFlat = 1e-4;
  double low = 0, high = length, low_slope = from.path.slope, high_slope = passed_.path.slope;
  const double steep = std::max(std::abs(low_slope), std::abs(high_slope));
  for (int i = 0; i < kAttempts; ++i) {
    const double middle = low + (high - low) * low_slope / (low_slope - high_slope), part = middle / length;
    const double guess = from.path.fraction + part * (beyond_.fraction - from.path.fraction);
    if (!go(from, part * beyond_.gone, guess) || !correct({false, middle}, outcome)) return false;
    find_tangent();
    const double slope = current_.path.slope;
    if (std::abs(slope) <= kFlat * steep) break;
    const bool before = slope * from.path.slope > 0;
    (before ? low : high) = middle;
    (before ? low_slope : high_slope) = slope;
    (before ? high_slope : low_slope) *= 0.5;
  }
  limit_ = current_;
  limit.gone = gone_;
  limit.fraction = current_.path.fraction;
  return true;
}

/// Sets the tangent at current_, which goes on as tangent_ does. Gives the cosine between the two.
double ArcLength::find_tangent() {
  const double cosine = product(follow_, tangent_) / std::sqrt(product(follow_, follow_) * product(tangent_, tangent_));
  const double slope = (cosine < 0 ? -1 : 1) / std::sqrt(product(follow_, follow_));
  current_.path.slope = slope;
  current_.path.tangent.setZero(here_.layout().n_q);
  here_.layout().for_free([&](int i, int row) { current_.path.tangent[i] = slope * follow_[row]; });
  return std::abs(cosine);
}

/// The product of two steps, each entry over the layout's scale.
double ArcLength::product(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  return a.cwiseProduct(weight_).dot(b);
}

/// The potential under the loads of current_, and the gradient of what the loads change by. Their work is linear in
/// them, so the second is exact.
Status ArcLength::evaluate() {
  interpolate(from_, to_, current_.path.fraction, loads_);
  loads_.clamps = to_.clamps;
  if (const Status s = external_.evaluate(current_, change_, {.gradient = true}, external_potential_);
      s != Status::ok) {
    return s;
  }
  return here_.evaluate(current_, loads_);
}

}  // namespace plumb
