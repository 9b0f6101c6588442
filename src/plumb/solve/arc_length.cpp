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

/// Calls apply(index in q, row among the free unknowns).
template <class Apply>
void for_free(const Layout& layout, const Apply& apply) {
  for (int i = 0; i < layout.n_q; ++i) {
    const int row = layout.free_index[static_cast<std::size_t>(i)];
    if (row >= 0) apply(i, row);
  }
}

/// Is it met on the way from one number to another, the first left out?
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
    : model_(std::move(model)),
      options_(options),
      assembly_(model_.layout, model_.energies),
      external_(model_.layout, loads_of(model_), assembly_.pattern()),
      potential_(assembly_.pattern()),
      external_potential_(assembly_.pattern()),
      factorization_(make_factorization(potential_.hessian)),
      skew_(model_),
      noise_(model_.layout) {
  const int n = model_.layout.n_free;
  for (auto* v : {&newton_, &follow_, &tangent_, &gone_, &weight_}) v->setZero(n);
  step_.setZero(model_.layout.n_q);
  for_free(model_.layout,
           [&](int i, int row) { weight_[row] = 1 / (model_.layout.scale[i] * model_.layout.scale[i]); });
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
  ENSURE(from.clamps.size() == to.clamps.size() && from.wrenches.size() == to.wrenches.size());
  for (std::size_t i = 0; i < to.clamps.size(); ++i) require_same(from.clamps[i], to.clamps[i]);
  from_ = from;
  to_ = change_ = to;
  change_.gravity -= from.gravity;
  change_.pressure -= from.pressure;
  for (std::size_t i = 0; i < to.wrenches.size(); ++i) {
    change_.wrenches[i].force -= from.wrenches[i].force;
    change_.wrenches[i].moment -= from.wrenches[i].moment;
  }
}

PathOutcome ArcLength::follow(State& state, double target, int n, const PathObserver& observe) {
  PathOutcome outcome;
  const auto accept = [&] {
    state = current_;
    commit(model_, state);
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
  for_free(model_.layout, [&](int i, int row) { tangent_[row] = state.path.tangent[i]; });
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
  here_.gone.setZero(gone_.size());
  here_.fraction = start;
  beyond_.gone = gone_;
  beyond_.fraction = current_.path.fraction;
  if (state.path.slope * current_.path.slope >= 0) {
    return !between(start, target, beyond_.fraction) || land(state, here_, beyond_, target, outcome);
  }
  // The load turned back on the way.
  passed_ = current_;
  const PathPoint passed = point_;
  if (!find_limit(state, length, limit_way_, outcome)) return false;
  if (between(start, target, limit_way_.fraction)) return land(state, here_, limit_way_, target, outcome);
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
  step_.setZero();
  for_free(model_.layout, [&](int i, int row) { step_[i] = gone_[row]; });
  return model_.layout.retract(current_, step_) == Status::ok;
}

/// Newton's method from current_ to an equilibrium, which with its Hessian is left there.
bool ArcLength::correct(const Goal& goal, PathOutcome& outcome) {
  double previous = HUGE_VAL;
  point_ = {};
  for (int i = 0; i < options_.max_iterations && budget_left() == Status::ok; ++i) {
    if (evaluate() != Status::ok) return false;
    ++outcome.iterations;
    ++point_.iterations;
    if (factorization_->factor(potential_.hessian, 0) != Status::ok) return false;
    newton_ = -potential_.gradient;
    follow_ = -external_potential_.gradient;
    if (!skew_.prepare(model_.layout, current_, loads_, *factorization_)) return false;
    skew_.solve(*factorization_, newton_);
    skew_.solve(*factorization_, follow_);
    const double more = goal.fixed_load ? goal.value - current_.path.fraction
                                        : (goal.value - product(tangent_, gone_) - product(tangent_, newton_)) /
                                              product(tangent_, follow_);
    newton_ += more * follow_;
    step_.setZero();
    for_free(model_.layout, [&](int q, int row) { step_[q] = newton_[row]; });
    const double update = step_.cwiseQuotient(model_.layout.scale).cwiseAbs().maxCoeff();
    if (!(update <= kLargestUpdate) || !std::isfinite(more)) return false;
    if (converged(update, previous)) {
      point_.fraction = current_.path.fraction;
      point_.negative_modes = factorization_->n_negative();
      point_.update = update;
      point_.energy = potential_.value;
      const double force = potential_.magnitude.maxCoeff();
      point_.residual = force > 0 ? potential_.gradient.cwiseAbs().maxCoeff() / force : 0;
      current_.loads = loads_;
      return true;
    }
    if (i > 4 && update > previous) return false;
    previous = update;
    if (model_.layout.retract(current_, step_) != Status::ok) return false;
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
  current_.path.tangent.setZero(model_.layout.n_q);
  for_free(model_.layout, [&](int i, int row) { current_.path.tangent[i] = slope * follow_[row]; });
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
  return assembly_.evaluate(current_, loads_, {true, true, true}, potential_);
}

/// As for a single equilibrium: solve/equilibrium.cpp.
bool ArcLength::converged(double update, double previous) {
  if (update <= options_.update_tolerance)
    return noise_.covers(model_.layout, current_, potential_, 8, options_.residual_tolerance);
  return update < 1e-4 && update > 0.25 * previous && noise_.covers(model_.layout, current_, potential_, 4, 0);
}

}  // namespace plumb
