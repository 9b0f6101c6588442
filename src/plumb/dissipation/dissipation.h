#pragma once

#include <memory>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// One term of the power lost to viscosity, as a Rayleigh potential D(q, v) in watts: quadratic in the rates of
/// strains, D = 1/2 sum viscosity (d strain/dt)^2, so the power lost is 2 D and rigid motion loses none. It is
/// evaluated and assembled like an energy, but its gradient and Hessian are by the rates, the state's v.
class Dissipation : public Energy {
 public:
  /// Returns what the term takes from a step that begins at `start` and lasts `duration`, as a potential of where the
  /// step ends: D with the change of each strain over the step in place of its rate, times the duration, J. Its gradient
  /// is the viscous force of the step. Turning changes no strain, however far; rates at the end of a step are those of a
  /// body that also stretches, by half the square of the angle. Null: the term knows its rates alone.
  virtual std::shared_ptr<const Energy> over_step(const State& /*start*/, double /*duration*/) const { return nullptr; }
};

}  // namespace plumb
