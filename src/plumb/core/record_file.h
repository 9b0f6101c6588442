#pragma once

// Records that survive a kill: FILE.jsonl grows by a line per finished piece of work; its first line, the header, says
// what the records depend on. A line carries a checksum that continues the one before it (core/chained_lines.h), so a
// torn, altered or exchanged line ends what is believed of the file. Beside it FILE.state holds the bytes of the
// computation after the last line, bound to that place (core/bound_state.h). It is replaced at once after each line: a
// killed run finds either the new state or the one before, whose last piece of work it repeats.

#include <filesystem>
#include <string>
#include <vector>

#include <plumb/core/disk.h>

namespace plumb {

/// What the files say, compared with what somebody wants to go on with.
struct FoundRecordFile {
  enum class Kind {
    none,             ///< nothing was begun
    same,             ///< lines and state fit
    another_header,   ///< sound, but of something else
    another_program,  ///< sound, but another program wrote it: it would give other bits
    damaged,          ///< not as it was written
  };
  Kind kind = Kind::none;
  std::vector<std::string> lines{};  ///< after the header, up to the state
  std::string state{};
  std::string damage{};  ///< "'FILE' is damaged" or "'FILE' is missing"
  std::string chain{};   ///< checksum of the last line
  std::size_t end = 0;   ///< bytes up to the end of the last line
};
FoundRecordFile find_record_file(const std::filesystem::path& file, const std::string& header,
                                 const std::string& program);

class RecordFile {
 public:
  /// Opens or creates. What is there counts only if it is the same (see FoundRecordFile); else everything begins anew.
  /// `header` is a JSON object, `program` a fingerprint in any form.
  RecordFile(std::filesystem::path file, std::string header, const std::string& program);

  /// The records that were there when the file was opened. Whoever wants them keeps them.
  std::vector<std::string> take_lines() { return std::move(lines_); }
  /// The bytes after the last record.
  const std::string& state() const { return state_; }
  /// Where the files were not as they had been written, and nothing of them was kept: "'FILE' is damaged".
  const std::string& damage() const { return damage_; }

  /// Appends a record, a JSON object, and keeps the state after it.
  void append(const std::string& line, std::string state);
  /// Appends a record after which there is no state. Whoever opens the file again goes on before it.
  void append_last(const std::string& line);
  /// Begins anew.
  void restart();

 private:
  void write_line(const std::string& text);
  void write_state();

  std::filesystem::path path_;
  std::string header_, program_;
  std::vector<std::string> lines_;
  std::size_t n_records_ = 0;
  std::string state_, chain_, damage_;
  GrowingFile file_;
};

}  // namespace plumb
