#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// How a scene goes from one instant to the next.
enum class Method {
  static_,
  symplectic_euler,
  backward_euler,
  linearly_implicit_euler,
  implicit_midpoint,
  newmark,
  bdf2,
  energy_keeping,
  generalised_alpha,
  tr_bdf2
};

/// "static", "symplectic-euler", "backward-euler", "linearly-implicit-euler", "implicit-midpoint", "newmark", "bdf2",
/// "energy-keeping", "generalised-alpha", "tr-bdf2".
std::string_view name(Method method);
const std::vector<Method>& all_methods();

/// Returns the order of the error over a given time: 1 or 2.
int order(Method method);

/// Returns true if the method is meant to keep the energy. The others lose some by design, most of it in fast
/// vibrations.
bool conserves(Method method);

/// Returns true if contact can complete the steps of the method: it can be cut at its factorisation (Stepper::begin).
bool completed_by_contact(Method method);

}  // namespace plumb
