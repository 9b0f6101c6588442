#pragma once

// The plain run of a cell, read back from its records: what the checks choose their loads from and compare with.

#include <vector>

#include <judge/protocols/protocol.h>

namespace judge {

struct AnsweredLoad {
  Load load;
  Record record;
  Point point;
};

struct PlainBranch {
  Scenario scenario;
  std::vector<AnsweredLoad> loads;
  bool complete = false;

  /// Returns the answer at the load with these values; null if there is none.
  const AnsweredLoad* at(const Quantities& values) const;
};

/// Has the record all that a protocol measures? Records may be anybody's.
bool is_whole(const Record& record, const ProtocolCard& column);

struct PlainRun {
  ProtocolCard column;
  std::vector<PlainBranch> branches;
};

/// Returns the branches of the plan as far as `found` answers them, with the knobs of `found`.
PlainRun replayed(const Protocol& protocol, const std::vector<BranchRecords>& found);

}  // namespace judge
