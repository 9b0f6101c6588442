#include <plumb/step/projective_euler.h>

#include <plumb/step/projective_step.h>

namespace plumb {
namespace {

class ProjectiveEuler final : public Stepper {
 public:
  ProjectiveEuler(Model model, int iterations)
      : Stepper(std::move(model), Method::backward_euler), way_(dynamics()), iterations_(iterations) {}

  void reset(Model model) override {
    Stepper::reset(std::move(model));
    way_.reset();
  }

  StepOutcome step(State& state, const Programme& programme, double duration) override {
    StepOutcome outcome;
    outcome.status = way_.begin(state, programme(state.time + duration), duration);
    while (outcome.status == Status::ok && outcome.iterations < iterations_) {
      outcome.status = way_.local();
      if (outcome.status == Status::ok) outcome.status = way_.global();
      ++outcome.iterations;
    }
    if (outcome.status == Status::ok) outcome.energy = way_.end(state, meter());
    return outcome;
  }

 private:
  ProjectiveStep way_;
  int iterations_;
};

}  // namespace

std::unique_ptr<Stepper> projective_euler(Model model, int iterations) {
  return std::make_unique<ProjectiveEuler>(std::move(model), iterations);
}

}  // namespace plumb
