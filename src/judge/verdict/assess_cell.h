#pragma once

// One cell of the table, from the records of one code on one protocol. They may be anybody's: a record counts while it
// is the answer to what the protocol asks at its place.

#include <string>
#include <vector>

#include <judge/verdict/assess.h>

namespace judge {

/// Returns a cell without records.
Cell empty_cell(const Card& card, const Protocol& protocol);

/// Returns the cell judged by its records: `found` holds at least one branch. What is passed over is named in
/// `damaged`.
Cell assess_cell(const Card& card, const Protocol& protocol, int rung, const std::vector<BranchRecords>& found,
                 std::vector<std::string>& damaged);

}  // namespace judge
