#include <plumb/step/projective_step.h>

#include <array>

#include <plumb/core/budget.h>

namespace plumb {

void ProjectiveStep::reset() {
  matrix_ = ProjectionMatrix(dynamics_.model());
  factored_for_ = 0;
}

Status ProjectiveStep::begin(const State& start, const Loads& end, double duration) {
  if (duration != factored_for_) {
    factored_for_ = 0;
    if (const Status s = matrix_.factor(1 / (duration * duration)); s != Status::ok) return s;
    factored_for_ = duration;
  }
  duration_ = duration;
  point_ = start;
  end_ = end;
  rates_before_ = start.v;
  way_ = duration * start.v;
  dynamics_.clamp_step(point_, end_, way_);
  step_ = Eigen::VectorXd::Zero(way_.size());
  return dynamics_.model().layout.retract(point_, way_);
}

Status ProjectiveStep::local() {
  if (const Status s = budget_left(); s != Status::ok) return s;
  return dynamics_.forces(point_, end_, force_);
}

Status ProjectiveStep::global() {
  const Model& model = dynamics_.model();
  change_of_rates_ = way_ / duration_ - rates_before_;
  model.inertia->momentum(point_, end_, change_of_rates_, momentum_);
  model.layout.for_free([&](int q, int row) { force_[row] -= momentum_[q] / duration_; });
  matrix_.solve(force_, free_step_);
  model.layout.spread(free_step_, step_);
  way_ += step_;
  return model.layout.retract(point_, step_);
}

StepWork ProjectiveStep::end(State& state, const EnergyMeter& meter) {
  point_.v = way_ / duration_;
  point_.time = state.time + duration_;
  point_.loads = end_;
  const std::array<EnergyMeter::Sample, 1> at_the_end{{{&point_, &point_.loads, 1}}};
  const StepWork work = meter.over(state, point_, way_, at_the_end);
  std::swap(state, point_);
  return work;
}

}  // namespace plumb
