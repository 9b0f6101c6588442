#pragma once

#include <memory>

#include <plumb/step/stepper.h>

namespace plumb {

/// The implicit methods whose forces are evaluated at single new points (step/point_equation.h):
///   backward Euler      p1 = p0 + h f(q1, v1), q1 = q0 + h v1. First order; damps all that is faster than the step.
///   linearly implicit   (Baraff and Witkin 1998) backward Euler's equation, of which one Newton iteration is done, on
///     Euler             convex Hessians of the elements: one linear solve a step. First order; what the iteration
///                       leaves of the equation is an error of the step, large where bending goes with much stiffer
///                       stretching.
///   implicit midpoint   p1 = p0 + h f(q, v) at the middle q = q0 + h v/2, where p = (p0 + p1)/2. Keeps the energy of
///                       linear systems; of nonlinear ones only as long as the step resolves their fastest vibration.
///   Newmark             average acceleration (beta = 1/4, gamma = 1/2): p1 = p0 + h (f0 + f1)/2, q1 = q0 + h (v0 +
///                       v1)/2. Like the midpoint rule.
///   BDF2                second-order backward differences of q and of p, for any ratio of steps; starts by backward
///                       Euler. L-stable; damps the fast, and somewhat the slow.
///   TR-BDF2             (Bank et al. 1985) Newmark over the first 2 - sqrt 2 of the step, then BDF2 over the rest. One
///                       step, second order, L-stable: what is much faster than the step is gone after it; a vibration
///                       of T = 20 h loses 2 % of its energy in a period, by the third power of h/T.
///   generalised alpha   (Chung and Hulbert 1993, as a method for first-order systems: Jansen, Whiting and Hulbert
///                       2000) second order; per step the amplitude of infinitely fast vibrations is multiplied by
///                       StepOptions::high_frequency_radius, and that of slow ones by as little less than one as that
///                       allows.
std::unique_ptr<Stepper> point_stepper(Model model, Method method, StepOptions options);

}  // namespace plumb
