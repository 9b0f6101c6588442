#include <plumb/step/change_model.h>

#include <cmath>

#include <plumb/mechanics/state_fit.h>

namespace plumb {
namespace {

double energy(const EnergyMeter& meter, const State& state) { return meter.kinetic(state) + meter.potential(state); }

}  // namespace

Status change_model(Stepper& stepper, State& state, Model model, State there) {
  ENSURE(fits(there, model.initial) && there.time == state.time);
  there.past = {};
  there.path = {};
  const double after = energy(EnergyMeter(model), there);
  if (!std::isfinite(after)) return Status::outside_domain;
  there.books.remeshed += energy(stepper.meter(), state) - after;
  stepper.reset(std::move(model));
  state = std::move(there);
  return Status::ok;
}

}  // namespace plumb
