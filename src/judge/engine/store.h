#pragma once

// The record file of a branch, DIR/records/CODE/PROTOCOL/BRANCH.jsonl, grows by a line per finished load; its first
// line states code and scenario. A line carries a checksum that continues the one before it, so a torn, altered or
// exchanged line ends what is believed of the file. Beside it BRANCH.state holds the trial's saved bytes and the place
// in the file they stand for. It is replaced atomically after each line: a killed run finds either the new state or the
// one before, whose last load it repeats. Both are on the disk before the next load begins.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <judge/engine/record.h>
#include <plumb/core/disk.h>

namespace judge {

/// Where the records of a branch live under the run's folder.
std::filesystem::path record_path(const std::filesystem::path& dir, const std::string& code, const Scenario& scenario);

/// The place in a record file that its saved state stands for: so many records, the last with this checksum.
struct SavedPlace {
  std::size_t n_records = 0;
  std::string chain;
};
/// Nothing where there is no sound state.
std::optional<SavedPlace> saved_place(const std::filesystem::path& record_file);

/// The open file of one branch.
class BranchFile {
 public:
  /// Opens or creates. What is there counts only if code and scenario agree and the same `program` wrote it (its
  /// fingerprint: another program gives other bits); else the branch begins anew.
  BranchFile(const std::filesystem::path& dir, const std::string& code, const Scenario& scenario, std::string program);

  const std::vector<Record>& records() const { return records_; }
  /// The trial's bytes after the last record; empty when the code cannot save.
  const std::string& state() const { return state_; }
  /// One sentence where the files were not as they had been written, and nothing of them was kept; else empty.
  const std::string& damage() const { return damage_; }

  /// Appends a record and keeps the state after it.
  void append(const Record& record, const std::string& state);
  /// Appends a record after which there is no state, for the trial is dead. The next run takes up before it.
  void append_last(const Record& record);
  /// Begins anew.
  void restart();

 private:
  void resume();
  void write_line(const std::string& text);
  void write_state();

  std::filesystem::path path_;
  std::string header_;
  std::string program_;
  std::vector<Record> records_;
  std::string state_;
  std::string chain_;  ///< checksum of the last line
  std::string damage_;
  plumb::GrowingFile file_;
};

}  // namespace judge
