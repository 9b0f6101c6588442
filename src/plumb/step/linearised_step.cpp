#include <plumb/step/linearised_step.h>

#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

/// Of the residual at the start of a step: above it, the solution is far.
constexpr double kFar = 0.01;

}  // namespace

LinearisedStep::LinearisedStep(Dynamics& dynamics, StepOptions options) : dynamics_(dynamics), options_(options) {}

void LinearisedStep::begin(const State& start, StepEquation& equation) {
  equation_ = &equation;
  start_ = start;
  point_ = start;
  way_.setZero(dynamics_.model().layout.n_q);
  anderson_.restart();
  update_ = previous_update_ = HUGE_VAL;
  iterations_ = on_this_course_ = 0;
  alone_ = residual_is_small_ = false;
  equation.set_rates(point_, way_);
}

Status LinearisedStep::linearise(const Stiffen& stiffen) {
  if (const Status s = budget_left(); s != Status::ok) return s;
  const bool first = iterations_ == 0;
  taken_ = step_;
  const Eigen::VectorXd* taken = first ? nullptr : &taken_;
  if (const Status s = equation_->linearise(point_, way_, taken, free_step_); s != Status::ok) return s;
  ++iterations_;
  ++on_this_course_;
  step_.setZero(way_.size());
  if (first) {
    // The clamps go at once; their neighbours follow to first order.
    dynamics_.clamp_step(start_, equation_->loads(), step_);
    if (step_.cwiseAbs().maxCoeff() > 0) {
      Eigen::VectorXd dragged;
      Status s = dynamics_.drag(point_, equation_->loads(), step_, dragged);
      if (s == Status::ok && one_iteration()) {
        s = equation_->add_drag_of_rates(point_, step_, dragged);
      }
      if (s != Status::ok) return s;
      free_step_ -= dragged;
    }
  }
  if (first) first_residual_ = free_step_.norm();
  residual_is_small_ = alone_ && !first && free_step_.norm() <= options_.residual_tolerance * first_residual_;
  if (residual_is_small_) return Status::ok;
  Status s = factor(stiffen);
  const bool is_far = free_step_.norm() > kFar * first_residual_;
  if (options_.convex_where_indefinite && is_far && s == Status::ok && !positive()) s = factor_convex(taken, stiffen);
  if (s != Status::ok) return s;
  dynamics_.factors().solve(free_step_);
  return Status::ok;
}

Status LinearisedStep::factor(const Stiffen& stiffen) {
  if (stiffen) stiffen(dynamics_.matrix());
  return dynamics_.factors().factor(dynamics_.matrix(), 0);
}

/// The residual, which is the same, is not looked at.
Status LinearisedStep::factor_convex(const Eigen::VectorXd* taken, const Stiffen& stiffen) {
  if (!equation_->make_convex(true)) return Status::ok;
  Eigen::VectorXd same;
  const Status s = equation_->linearise(point_, way_, taken, same);
  equation_->make_convex(false);
  if (s != Status::ok) return s;
  ++iterations_;
  return factor(stiffen);
}

Status LinearisedStep::move(const Eigen::VectorXd& free_step) {
  const Layout& layout = dynamics_.model().layout;
  layout.spread(free_step, step_);
  previous_update_ = update_;
  update_ = layout.relative_size(step_);
  if (!std::isfinite(update_)) return Status::not_converged;
  if (update_ > 1) return Status::not_converged;  // beyond its scale a Newton step says nothing: a shorter step in time
  way_ += step_;
  point_ = start_;
  if (const Status s = layout.retract(point_, way_); s != Status::ok) return s;
  equation_->set_rates(point_, way_);
  return !converged() && on_this_course_ >= options_.max_iterations ? Status::not_converged : Status::ok;
}

bool LinearisedStep::converged() const {
  if (one_iteration()) return iterations_ > 0;
  if (residual_is_small_) return true;
  return update_ <= options_.update_tolerance || (update_ < 1e-8 && update_ > 0.5 * previous_update_);
}

bool LinearisedStep::hopeless() const {
  return !converged() && on_this_course_ > 20 && update_ > 0.9 * previous_update_;
}

void LinearisedStep::change_course() {
  on_this_course_ = 0;
  update_ = previous_update_ = HUGE_VAL;
}

Status LinearisedStep::newton(const State& start, StepEquation& equation, int& iterations) {
  begin(start, equation);
  alone_ = true;
  Status status = Status::ok;
  while (status == Status::ok && !converged()) {
    status = linearise();
    if (status != Status::ok || residual_is_small_) break;
    if (!equation.exact()) {
      dynamics_.model().layout.gather(way_, free_way_);
      anderson_.mix(free_way_, free_step_);
    }
    status = move(free_step_);
    if (status == Status::ok && hopeless()) status = Status::not_converged;
  }
  iterations += iterations_;
  return status;
}

}  // namespace plumb
