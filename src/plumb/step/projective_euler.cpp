#include <plumb/step/projective_euler.h>

#include <array>

#include <plumb/core/budget.h>
#include <plumb/solve/projection_matrix.h>

namespace plumb {
namespace {

class ProjectiveEuler final : public Stepper {
 public:
  ProjectiveEuler(Model model, int iterations)
      : Stepper(std::move(model), Method::backward_euler), matrix_(this->model()), iterations_(iterations) {}

  void reset(Model model) override {
    Stepper::reset(std::move(model));
    matrix_ = ProjectionMatrix(this->model());
    factored_for_ = 0;
  }

  StepOutcome step(State& state, const Programme& programme, double duration) override {
    StepOutcome outcome;
    const Loads end = programme(state.time + duration);
    outcome.status = factor(duration);
    if (outcome.status != Status::ok) return outcome;
    next_ = state;
    way_ = duration * state.v;
    dynamics().clamp_step(next_, end, way_);
    outcome.status = model().layout.retract(next_, way_);
    step_ = Eigen::VectorXd::Zero(way_.size());
    while (outcome.status == Status::ok && outcome.iterations < iterations_) {
      outcome.status = iterate(state, end, duration);
      ++outcome.iterations;
    }
    if (outcome.status != Status::ok) return outcome;
    next_.v = way_ / duration;
    next_.time = state.time + duration;
    next_.loads = end;
    const std::array<EnergyMeter::Sample, 1> at_the_end{{{&next_, &next_.loads, 1}}};
    outcome.energy = meter().over(state, next_, way_, at_the_end);
    std::swap(state, next_);
    return outcome;
  }

 private:
  Status factor(double duration) {
    if (duration == factored_for_) return Status::ok;
    factored_for_ = 0;
    const Status status = matrix_.factor(1 / (duration * duration));
    if (status == Status::ok) factored_for_ = duration;
    return status;
  }

  /// The way to the minimum, shortened by one local and one global step.
  Status iterate(const State& start, const Loads& end, double duration) {
    if (const Status s = budget_left(); s != Status::ok) return s;
    if (const Status s = dynamics().forces(next_, end, force_); s != Status::ok) return s;
    change_of_rates_ = way_ / duration - start.v;
    model().inertia->momentum(next_, end, change_of_rates_, momentum_);
    model().layout.for_free([&](int q, int row) { force_[row] -= momentum_[q] / duration; });
    matrix_.solve(force_, free_step_);
    model().layout.spread(free_step_, step_);
    way_ += step_;
    return model().layout.retract(next_, step_);
  }

  ProjectionMatrix matrix_;
  int iterations_;
  double factored_for_ = 0;  ///< s; zero: for no length of step
  State next_;
  Eigen::VectorXd way_, step_, free_step_, force_, momentum_, change_of_rates_;
};

}  // namespace

std::unique_ptr<Stepper> projective_euler(Model model, int iterations) {
  return std::make_unique<ProjectiveEuler>(std::move(model), iterations);
}

}  // namespace plumb
