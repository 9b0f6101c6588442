#include <plumb/solve/equilibrium.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

/// A moment fixed in space does work, but it has no potential: the energy knows nothing of that work, and a descent in
/// the energy would creep about without end.
bool have_potential(const Loads& loads) {
  return std::all_of(loads.wrenches.begin(), loads.wrenches.end(),
                     [](const Wrench& wrench) { return wrench.moment.isZero(0); });
}

/// Returns how far apart two shapes are, in the layout's scale: by their points, for angles also depend on the frames
/// that were carried along; by all unknowns if none of them are points.
double apart(const Layout& layout, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  Eigen::VectorXd difference = a - b, points = Eigen::VectorXd::Zero(a.size());
  bool any = false;
  for (const Block& block : layout.blocks) {
    if (!block.positions) continue;
    any = true;
    for (int i = 0; i < block.count; ++i) points.segment<3>(block.at(i)) = difference.segment<3>(block.at(i));
  }
  return layout.relative_size(any ? points : difference);
}

}  // namespace

EquilibriumSolver::EquilibriumSolver(Model model, EquilibriumOptions options)
    : search_(std::move(model), options),
      step_(Eigen::VectorXd::Zero(search_.layout().n_q)),
      free_step_(Eigen::VectorXd::Zero(search_.layout().n_free)) {}

Outcome EquilibriumSolver::solve(State& state, const Loads& loads, bool may_descend) {
  Outcome& outcome = search_.outcome;
  outcome = {};
  search_.state = state;
  search_.loads = loads;
  outcome.status = move_clamps();
  if (outcome.status != Status::ok) return outcome;
  start_ = search_.state;
  search_.pointed = search_.taken;
  if (!newton_through_saddles() && may_descend && have_potential(loads) && budget_left() == Status::ok) {
    search_.state = start_;
    ++outcome.retries;
    descent_.run(search_, newton_, saddle_);
  }
  if (outcome.status != Status::ok) {
    outcome.status = failed_with(outcome.status);
    return outcome;
  }
  outcome.straying = straying(state);
  state = search_.state;
  state.loads = loads;
  commit(model(), state);
  return outcome;
}

/// Returns how far the accepted state is from where the first step pointed, as a part of how far it moved. A move within a
/// thousandth of the body does not stray.
double EquilibriumSolver::straying(const State& before) {
  constexpr double kVisible = 1e-3;
  const Layout& layout = search_.layout();
  step_ = search_.state.q - before.q;
  const double moved = layout.relative_size(step_);
  if (!(moved > kVisible)) return 0;
  step_ -= search_.pointed;
  return layout.relative_size(step_) / moved;
}

/// Brings the clamps to where the loads want them. The free unknowns follow to first order:
/// H_ff dq_f = -(g_f + H_fc dq_c), or the clamps would drag their neighbours along and stretch them enormously.
Status EquilibriumSolver::move_clamps() {
  Linearisation& here = search_.here;
  const Layout& layout = search_.layout();
  search_.taken.setZero();
  step_.setZero();
  for (const auto& constraint : here.model().constraints) constraint->step_to(search_.state, search_.loads, step_);
  if (layout.relative_size(step_) == 0) return Status::ok;
  if (const Status status = search_.evaluate(); status != Status::ok) return status;
  const Status factored = here.factor();
  if (ended_by_budget(factored)) return factored;
  if (factored == Status::ok && here.n_negative() == 0) {
    const Status s = here.hessian_times(search_.state, search_.loads, step_, free_step_);
    if (s != Status::ok) return s;
    free_step_ = -(free_step_ + here.potential().gradient);
    here.solve(free_step_);
    layout.spread(free_step_, step_);
  }
  search_.taken = step_;
  return layout.retract(search_.state, step_);
}

/// Full Newton steps; from a saddle that they end on, along its lowest mode to where the force vanishes again.
bool EquilibriumSolver::newton_through_saddles() {
  constexpr double kSame = 1e-6;  // in the layout's scale
  Outcome& outcome = search_.outcome;
  while (!newton_.run(search_)) {
    if (outcome.status != Status::unstable || outcome.saddles_left == search_.options.max_saddles) return false;
    // Newton's method may fall back onto the saddle that was just left. The same way would lead there again.
    if (outcome.saddles_left > 0 && apart(search_.layout(), search_.state.q, left_) <= kSame) return false;
    left_ = search_.state.q;
    if (!saddle_.by_amplitude(search_)) return false;
    search_.taken.setZero();
    ++outcome.saddles_left;
  }
  return true;
}

/// Inverse iteration on the factorisation at hand.
double EquilibriumSolver::eigenvalue_nearest_to_zero() {
  constexpr int kIterations = 200;
  constexpr double kAccuracy = 1e-6;
  if (softest_.size() == 0) softest_ = Eigen::VectorXd::LinSpaced(search_.layout().n_free, 1, 2);
  softest_.normalize();
  double value = 0;
  for (int i = 0; i < kIterations && budget_left() == Status::ok; ++i) {
    solved_ = softest_;
    search_.here.factors().solve(solved_);
    const double before = value;
    value = 1 / softest_.dot(solved_);
    softest_ = solved_.normalized();
    if (std::abs(value - before) <= kAccuracy * std::abs(value)) break;
  }
  return value;
}

Outcome equilibrium(const Model& model, State& state, const Loads& loads) {
  return EquilibriumSolver(model).solve(state, loads);
}

}  // namespace plumb
