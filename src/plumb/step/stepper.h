#pragma once

#include <memory>

#include <plumb/step/dynamics.h>
#include <plumb/step/energy_balance.h>
#include <plumb/step/linearised_step.h>
#include <plumb/step/method.h>

namespace plumb {

struct StepOutcome {
  Status status = Status::not_converged;
  int iterations = 0;  ///< Hessians assembled and factored
  StepWork energy;     ///< what the step did to the energy besides exchanging it
};

/// A method of time at work on one model. `march` repeats its steps and keeps the books of the energy.
class Stepper {
 public:
  Stepper(Model model, Method method) : dynamics_(std::move(model)), meter_(dynamics_.model()), method_(method) {}
  virtual ~Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Moves the state by `duration`; leaves it untouched unless the status is ok.
  virtual StepOutcome step(State& state, const Programme& programme, double duration) = 0;

  /// Begins a step that contact will complete: it linearises and moves until both agree, then calls `end`. Returns null
  /// if the method cannot be cut there, or the step cannot begin.
  virtual LinearisedStep* begin(const State& /*state*/, const Programme& /*programme*/, double /*duration*/) {
    return nullptr;
  }
  /// Ends the step that was begun from this state: where it has come to becomes the state.
  virtual StepOutcome end(State& /*state*/) { bug("a method that contact can complete", __FILE__, __LINE__); }

  /// Goes on with another model from the next step on: terms may have come or gone, and with them the pattern. The
  /// states of both have the same unknowns and history, or the caller maps one to the other.
  virtual void reset(Model model) { dynamics_ = Dynamics(std::move(model)); }
  const Model& model() const { return dynamics_.model(); }
  Method method() const { return method_; }
  EnergyMeter& meter() { return meter_; }

 protected:
  Dynamics& dynamics() { return dynamics_; }

 private:
  Dynamics dynamics_;
  EnergyMeter meter_;
  Method method_;
};

/// Any method but `static`.
std::unique_ptr<Stepper> make_stepper(Model model, Method method, StepOptions options = {});

}  // namespace plumb
