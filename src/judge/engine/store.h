#pragma once

// The record file of a branch, DIR/records/CODE/PROTOCOL/BRANCH.jsonl, grows by a line per finished load; its first
// line states code and scenario. A line carries a checksum that continues the one before it, so a torn, altered or
// exchanged line ends what is believed of the file. Beside it BRANCH.state holds the trial's saved bytes and the place
// in the file they stand for. It is replaced atomically after each line: a killed run finds either the new state or the
// one before, whose last load it repeats. Both are forced to the disk after a load, but not more often than ten times a
// second, which would cost a fast code more than its work: a killed process loses nothing, a power cut a tenth of a
// second or, at worst, the branch.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <judge/engine/record.h>

namespace judge {

/// Where the records of a branch live under the run's folder.
std::filesystem::path record_path(const std::filesystem::path& dir, const std::string& code, const Scenario& scenario);

/// All branches of which the run's folder holds records, in the order of their paths, each as far as it can be
/// believed.
std::vector<BranchRecords> read_records(const std::filesystem::path& dir);

/// Replaces a file at once: a reader sees the old text or the new one.
void replace_file(const std::filesystem::path& path, const std::string& text);

/// The open file of one branch.
class BranchFile {
 public:
  /// Opens or creates. What is there counts only if code and scenario agree and the same `program` wrote it (its
  /// fingerprint: another program gives other bits); else the branch begins anew.
  BranchFile(const std::filesystem::path& dir, const std::string& code, const Scenario& scenario, std::string program);
  ~BranchFile();
  BranchFile(const BranchFile&) = delete;
  BranchFile& operator=(const BranchFile&) = delete;

  const std::vector<Record>& records() const { return records_; }
  /// The trial's bytes after the last record; empty when the code cannot save.
  const std::string& state() const { return state_; }

  /// Appends a record and keeps the state after it.
  void append(const Record& record, const std::string& state);
  /// Begins anew.
  void restart();

 private:
  void resume();
  void write_line(const std::string& text);
  void write_state();
  void sync();

  std::filesystem::path path_;
  std::string header_;
  std::string program_;
  std::vector<Record> records_;
  std::string state_;
  std::string chain_;  ///< checksum of the last line
  int file_ = -1;
  std::chrono::steady_clock::time_point last_sync_;
};

}  // namespace judge
