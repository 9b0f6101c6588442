#pragma once

// From records to verdicts: nothing is simulated here.

#include <filesystem>
#include <string>
#include <vector>

#include <judge/engine/code.h>
#include <judge/engine/protocol.h>

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
  Score score;
  Plot picture;

  std::string verdict() const { return score.ok ? "OK" : "KO"; }
  std::string strict() const { return score.strict_ok ? "OK" : "KO"; }
  bool as_expected() const { return expected.empty() || expected == verdict(); }
};

/// Every cell of which the folder holds a record, in the order of the given codes and protocols. Records of a protocol
/// that is not given are passed over.
std::vector<Cell> assess(const std::filesystem::path& dir, const std::vector<const Code*>& codes,
                         const std::vector<const Protocol*>& protocols);

}  // namespace judge
