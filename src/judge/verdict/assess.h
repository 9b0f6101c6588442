#pragma once

// From records to verdicts: nothing is simulated here.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <judge/check/check_result.h>
#include <judge/protocols/protocol.h>
#include <judge/question/code.h>
#include <judge/verdict/ladder.h>

namespace judge {

/// A cell of the table, judged.
struct Cell {
  Card card;  ///< of the code; little more than its name when this program has no such code
  ProtocolCard column;
  Sampling sampling = Sampling::full;
  Knobs knobs;
  std::string paper;     ///< the paper's verdict; empty: none
  std::string expected;  ///< the card's; empty: none
  std::vector<BranchPoints> branches;
  bool complete = true;  ///< every branch has come to its end
  int n_loads = 0;
  int n_failed = 0;
  long n_iterations = 0;
  std::string note;  ///< the first sentence of the code about what went wrong
  Score score;
  Plot picture;
  std::vector<Plot> details;        ///< below it
  std::optional<Ladder> ladder;     ///< where more rungs than the card's were run
  std::vector<CheckResult> panel;   ///< what was checked, the curve first
  int n_dead = 0;                   ///< branches that ended because the program died, or did not answer as agreed
  std::vector<std::string> builds;  ///< that computed the branches, each once
  std::int64_t oldest = 0;          ///< when the oldest branch was computed, seconds since 1970; 0: not known
  std::string missing;  ///< why the code could not be run here, and how to mend it; then nothing else counts

  std::string verdict() const;  ///< OK, KO or "not run"; of the ladder where there is one
  std::string strict() const;
  std::string checks() const;  ///< of what stands in the panel beside curve and ladder: OK, KO or "not run"
  /// Returns the first check of the panel that failed; null if none did.
  const CheckResult* first_failed() const;
  bool as_expected() const { return !missing.empty() || expected.empty() || expected == verdict(); }
  /// Returns (n*, dt*, tol*) of the ladder if it passes, else the knobs of the card.
  Knobs passing_knobs() const { return ladder && ladder->paper.ok ? ladder->paper.from : knobs; }
};

/// Returns the cell of a code that cannot run on this machine.
Cell missing_cell(const Code& code, const Protocol& protocol);

/// Returns the folder that holds the records of a rung: the run's for rung 0, one below `ladder` for the others.
std::filesystem::path rung_folder(const std::filesystem::path& dir, int rung);

struct Assessment {
  std::vector<Cell> cells;
  std::vector<std::string> damaged;  ///< a sentence for each damaged file
};

/// Returns every cell of which `dir` holds a record, in the order of `codes` and `protocols`. Records of a protocol
/// that is not given are passed over.
Assessment assess(const std::filesystem::path& dir, const std::vector<const Code*>& codes,
                  const std::vector<const Protocol*>& protocols);

/// Returns the cells of one rung, without ladders.
Assessment assess_rung(const std::filesystem::path& dir, int rung, const std::vector<const Code*>& codes,
                       const std::vector<const Protocol*>& protocols);

}  // namespace judge
