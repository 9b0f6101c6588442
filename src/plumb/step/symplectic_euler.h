#pragma once

#include <memory>

#include <plumb/step/stepper.h>

namespace plumb {

/// Symplectic Euler: p1 = p0 + h f(q0, v), M(q0) v = p1, q1 = q0 + h v; implicit in v where M depends on q. First
/// order; energy swings about its true value, as long as the step is shorter than 1/pi of the fastest vibration's
/// period. Beyond, it explodes.
std::unique_ptr<Stepper> symplectic_euler(Model model, StepOptions options);

}  // namespace plumb
