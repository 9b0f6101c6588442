#pragma once

// The record file of a branch, DIR/records/CODE/PROTOCOL/BRANCH.jsonl, grows by a line per finished load; its first
// line states code and scenario. Beside it BRANCH.state holds the trial's saved bytes (plumb/core/record_file.h).

#include <filesystem>
#include <string>
#include <vector>

#include <judge/question/record.h>
#include <plumb/core/record_file.h>
#include <plumb/core/run_folder.h>

namespace judge {

/// Returns the path of the records of a branch under the run's folder `dir`.
std::filesystem::path record_path(const std::filesystem::path& dir, const std::string& code, const Scenario& scenario);

/// Returns what a folder of a validation may hold (plumb/core/run_folder.h).
const plumb::FolderKind& validation_folder();

/// The open file of one branch.
class BranchFile {
 public:
  /// Opens or creates the file. Its records count only if code and scenario agree and the same `program` wrote them
  /// (its fingerprint: another program gives other bits). If not, the branch begins anew.
  BranchFile(const std::filesystem::path& dir, const std::string& code, const Scenario& scenario,
             const std::string& program);

  const std::vector<Record>& records() const { return records_; }
  /// Returns the trial's bytes after the last record; empty if the code cannot save.
  const std::string& state() const { return file_.state(); }
  /// Returns a sentence if the files were not as they had been written and nothing of them was kept; else nothing.
  std::string damage() const;

  /// Appends a record and keeps the state after it.
  void append(const Record& record, const std::string& state);
  /// Appends a record after which there is no state, for the trial is dead. The next run takes up before it.
  void append_last(const Record& record);
  /// Forgets all records: the branch begins anew.
  void restart();

 private:
  plumb::RecordFile file_;
  std::string damage_;  ///< "'FILE' is damaged"
  std::vector<Record> records_;
};

}  // namespace judge
