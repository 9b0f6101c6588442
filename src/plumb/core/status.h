#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace plumb {

/// How a computation ended. A numerical failure is a value that travels into records and scores, never an exception.
enum class Status {
  ok,
  outside_domain,  ///< an element has no value there (an inverted solid, a half-turn hinge, a collapsed edge)
  not_converged,   ///< iterations or sub-steps exhausted
  singular,        ///< a factorisation met a zero pivot that no shift removed
  unstable,        ///< an equilibrium was found, but it has negative modes that could not be left
  no_answer,       ///< a program of somebody else's ended, hung, or answered with something else
  interrupted,     ///< somebody asked to stop (core/budget.h)
  out_of_time,     ///< the time limit of a frame or a load is used up (core/budget.h)
  snaps,           ///< no equilibrium near by is left, and friction cannot hold: from here on the body moves fast
  energy_drift,    ///< a motion gained energy from nowhere, or lost it with a method that should keep it
};

std::string_view name(Status status);
/// The inverse of `name`; throws UserError for an unknown word.
Status status_from_name(std::string_view name);

/// A mistake of the user: one sentence that says what was expected, what was got and how to mend it. Exit code 2.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine refused: a full disk, no memory, output that could not be written. Nobody's mistake. Exit code 5.
class MachineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void bug(std::string_view condition, std::string_view file, int line);

}  // namespace plumb

/// Our own invariants: always on, abort with the location.
#define ENSURE(condition) (static_cast<bool>(condition) ? void() : ::plumb::bug(#condition, __FILE__, __LINE__))
