#include <plumb/step/symplectic_euler.h>

#include <cmath>

#include <plumb/core/budget.h>
#include <plumb/step/clamp_rates.h>

namespace plumb {
namespace {

class SymplecticEuler final : public Stepper {
 public:
  SymplecticEuler(Model model, StepOptions options)
      : Stepper(std::move(model), Method::symplectic_euler), options_(options) {}

  StepOutcome step(State& state, const Programme& programme, double duration) override {
    StepOutcome outcome;
    const Loads now = programme(state.time), end = programme(state.time + duration);
    const Model& m = model();
    m.inertia->momentum(state, now, state.v, before_);
    next_ = state;
    outcome.status = find_rates(now, end, duration, outcome.iterations);
    if (outcome.status != Status::ok) return outcome;
    step_ = duration * next_.v;
    dynamics().clamp_step(next_, end, step_);
    const double size = m.layout.relative_size(step_);
    outcome.status = size <= 1 ? m.layout.retract(next_, step_) : Status::not_converged;
    if (outcome.status != Status::ok) return outcome;
    next_.v = step_ / duration;
    if (!m.inertia->constant() && !dynamics().rates_from_momentum(next_, end, after_)) {
      outcome.status = Status::singular;
      return outcome;
    }
    next_.time = state.time + duration;
    next_.loads = end;
    const std::array<EnergyMeter::Sample, 2> ends{{{&state, &now, 0.5}, {&next_, &end, 0.5}}};
    outcome.energy = meter().over(state, next_, step_, ends);
    std::swap(state, next_);
    return outcome;
  }

 private:
  /// Where masses depend on q, so does dT/dq on v: a fixed point.
  Status find_rates(const Loads& now, const Loads& end, double duration, int& iterations) {
    const Layout& layout = model().layout;
    anderson_.restart();
    const int most = model().inertia->constant() ? 1 : options_.max_iterations;
    for (int i = 0; i < most; ++i) {
      if (const Status s = budget_left(); s != Status::ok) return s;
      ++iterations;
      if (const Status s = dynamics().forces(next_, now, force_); s != Status::ok) return s;
      after_ = before_;
      layout.for_free([&](int q, int row) { after_[q] += duration * force_[row]; });
      rates_ = next_.v;
      put_mean_rates(model(), next_, end, duration, next_.v);
      if (!dynamics().rates_from_momentum(next_, now, after_)) return Status::singular;
      if (most == 1) return Status::ok;
      step_ = next_.v - rates_;
      const double change = duration * layout.relative_size(step_);
      if (change <= options_.update_tolerance) return Status::ok;
      if (!std::isfinite(change)) break;
      anderson_.mix(rates_, step_);
      next_.v = rates_ + step_;
    }
    return Status::not_converged;
  }

  StepOptions options_;
  State next_;
  Anderson anderson_;
  Eigen::VectorXd before_, after_, rates_, step_, force_;
};

}  // namespace

std::unique_ptr<Stepper> symplectic_euler(Model model, StepOptions options) {
  return std::make_unique<SymplecticEuler>(std::move(model), options);
}

}  // namespace plumb
