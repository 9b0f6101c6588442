#pragma once

#include <plumb/mechanics/energy.h>

namespace plumb {

/// One term of the power lost to viscosity, as a Rayleigh potential D(q, v) in watts: quadratic in the rates of
/// strains, D = 1/2 sum viscosity (d strain/dt)^2, so the power lost is 2 D and rigid motion loses none. It is
/// evaluated and assembled like an energy, but its gradient and Hessian are by the rates, the state's v.
class Dissipation : public Energy {};

}  // namespace plumb
