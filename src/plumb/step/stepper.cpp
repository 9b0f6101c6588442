#include <plumb/step/stepper.h>

#include <plumb/step/energy_keeping.h>
#include <plumb/step/point_steppers.h>
#include <plumb/step/symplectic_euler.h>

namespace plumb {

std::unique_ptr<Stepper> make_stepper(Model model, Method method, StepOptions options) {
  ENSURE(method != Method::static_);
  if (method == Method::symplectic_euler) return symplectic_euler(std::move(model), options);
  if (method == Method::energy_keeping) return energy_keeping(std::move(model), options);
  return point_stepper(std::move(model), method, options);
}

}  // namespace plumb
