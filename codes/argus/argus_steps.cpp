#include <codes/argus/argus_steps.h>

#include <codes/push/exact_step.h>

namespace codes {
namespace {

TrianglePlate hinges(double factor) {
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;
  plate.hinge_factor = factor;
  return plate;
}

}  // namespace

MakePushStep argus_steps(const Adaptivity& adaptivity, double hinge_factor) {
  return [=](const StripToPush& strip, const PushSchedule& schedule) {
    return std::make_unique<AdaptivePushStep>(strip, schedule, hinges(hinge_factor), adaptivity);
  };
}

MakePushStep argus_fixed_steps(double hinge_factor, plumb::StepSolve solve) {
  return exact_steps([=](const StripToPush& strip) { return shell_strip(strip, hinges(hinge_factor)); },
                     {.solve = solve});
}

}  // namespace codes
