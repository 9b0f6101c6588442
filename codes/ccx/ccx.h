#pragma once

// CalculiX (ccx) run on a deck, and what it left in its files. A run that fails is a Reply with one sentence; numbers
// that leave here are finite.

#include <array>
#include <optional>
#include <string>

#include <judge/question/code.h>

namespace codes {

/// Returns "CalculiX is not installed: apt-get install calculix-ccx" if that is so; else nothing.
std::string ccx_missing();
/// Returns what `ccx -v` says, "Version 2.20"; empty if it is missing.
std::string ccx_version();

struct CcxFiles {
  judge::Reply reply;  ///< iterations and residual from the .cvg file
  std::string dat;
};

/// Runs CalculiX once, in a folder of its own. `program`: a command that takes the name of a deck without its ending.
CcxFiles run_ccx(const std::string& deck, const std::string& program = "ccx");

using Displacement = std::array<double, 3>;  ///< in the deck's units

/// Returns the last displacement that *NODE PRINT wrote to the .dat file, which must be of the time `time`.
std::optional<Displacement> last_displacement(const std::string& dat, double time);
/// Returns the lowest factor that *BUCKLE wrote to the .dat file.
std::optional<double> buckling_factor(const std::string& dat);

/// Solves a deck that prints one displacement at the time `time`.
struct CcxDisplacement {
  judge::Reply reply;
  Displacement u{};
};
CcxDisplacement displacement_by_ccx(const std::string& deck, double time, const std::string& program = "ccx");

}  // namespace codes
