#pragma once

#include <memory>

#include <plumb/step/stepper.h>

namespace plumb {

/// The method that keeps energy, of second order (Simo and Tarnow 1992; Gonzalez 2000): with the way U of the step,
///   p1 = p0 + h (G - mean dE/dq - dD/dv),   v1 = 2 U/h - v0,
/// where the mean of dE/dq along the step works exactly as much as E changes (Energy::evaluate_along), dD/dv is taken
/// in the middle at the rate U/h, and G does the same for a kinetic energy that depends on q (Inertia::mean_force). So
/// the energy changes by work and viscosity alone, however stiff a vibration is and however long the step; linear
/// momentum is kept, and angular momentum where masses sit on nodes alone and every term is a secant in its strains.
/// No vibration is damped: one that the step does not resolve stays, at a wrong frequency.
std::unique_ptr<Stepper> energy_keeping(Model model, StepOptions options);

}  // namespace plumb
