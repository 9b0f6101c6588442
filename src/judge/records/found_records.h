#pragma once

// The records in a run's folder, which may be anybody's: what is not a record of Plumb's, in the place where Plumb puts
// it, is named in a sentence and passed over.

#include <filesystem>
#include <string>
#include <vector>

#include <judge/question/record.h>

namespace judge {

struct FoundRecords {
  std::vector<BranchRecords> branches;  ///< in the order of their paths, each as far as it can be believed
  std::vector<std::string> damaged;     ///< a sentence for each file that says something else than was written
};

/// Returns the records below `dir`. Names of codes are well formed, and each branch lies where its header says. Links
/// are not followed.
FoundRecords read_records(const std::filesystem::path& dir);

/// Does `dir`, which has no mark of Plumb's, hold records all the same, from before there were marks?
bool holds_records(const std::filesystem::path& dir);

}  // namespace judge
