#pragma once

// A verb of the command line is a file of this folder: `list.cpp` defines `add_list`. The build finds them; main.cpp
// names none.

#include <string>

namespace CLI {
class App;
}

void add_validate(CLI::App& app);
void add_fit(CLI::App& app);
void add_list(CLI::App& app);
void add_report(CLI::App& app);
void add_curve(CLI::App& app);
void add_check_derivatives(CLI::App& app);
void add_measure(CLI::App& app);
void add_try(CLI::App& app);
void add_simulate(CLI::App& app);
void add_modes(CLI::App& app);

/// Calls all of the above that exist (generated).
void add_verbs(CLI::App& app);

/// One sentence on standard error. Nothing happens where that cannot be written.
void tell(const std::string& sentence);

/// Exit codes; a verb ends with one of them by `throw CLI::RuntimeError(code)`, with 2 by throwing UserError, with 5 by
/// throwing MachineError.
enum ExitCode {
  exit_done = 0,
  exit_unexpected_verdict = 1,
  exit_user_error = 2,
  exit_numerical_failure = 3,
  exit_interrupted = 4,
  exit_machine_refused = 5
};
