// Any files as the folder of a run: it is judged and reported as far as it can be believed. Nothing is written outside
// of it, no text of it becomes a script of the page, and no control character reaches the terminal.
//
// The input is a text: a line "@ path" begins a file, and the lines after it are its content. Those of a record file
// get the checksums that Plumb would give them, for nobody guesses a checksum; a line "!..." is taken as it stands.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <judge/report/report.h>
#include <plumb/core/chained_lines.h>
#include <plumb/core/status.h>

namespace protocols {
judge::Protocol const* cantilever();
judge::Protocol const* stick_slip();
}  // namespace protocols

namespace {

namespace fs = std::filesystem;

/// The run's folder, alone in a folder of this process.
class Folder {
 public:
  Folder() : top_(fs::path("/dev/shm") / ("run_folder_fuzz_" + std::to_string(getpid()))) {
    fs::remove_all(top_);
    fs::create_directories(run() / "records");
  }
  ~Folder() { fs::remove_all(top_); }
  fs::path run() const { return top_ / "a/b/run"; }

  void write(const std::string& name, const std::string& text) const {
    const fs::path path = run() / fs::path(name).lexically_normal().relative_path();
    for (const fs::path& part : path.lexically_relative(run())) {
      if (part == ".." || part == "." || part.native().size() > 100) return;
    }
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (!error && !fs::is_directory(path)) std::ofstream(path, std::ios::binary) << text;
  }

  /// Is there nothing but the run?
  bool holds_only_the_run() const {
    for (const auto& entry : fs::recursive_directory_iterator(top_)) {
      if (!entry.is_directory() && !entry.path().native().starts_with(run().native() + '/')) return false;
    }
    return true;
  }

 private:
  fs::path top_;
};

/// Lines of a record file, closed by checksums where they are objects.
class RecordLines {
 public:
  std::string written(const std::string& line) {
    const bool object = line.size() > 2 && line.front() == '{' && line.back() == '}';
    if (!object) return (line.starts_with('!') ? line.substr(1) : line) + '\n';
    const plumb::ChainedLine chained = plumb::chain_line(line, before_);
    before_ = chained.check;
    return chained.written();
  }

 private:
  std::string before_;
};

void unpack(const std::string& input, const Folder& folder) {
  std::istringstream lines(input);
  std::string name, text;
  RecordLines records;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("@ ")) {
      if (!name.empty()) folder.write(name, text);
      name = line.substr(2, 300);
      text.clear();
      records = {};
    } else {
      text += name.ends_with(".jsonl") ? records.written(line) : line + '\n';
    }
  }
  if (!name.empty()) folder.write(name, text);
}

bool has_control_characters(const std::string& text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ' && c != '\n') return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Folder folder;
  unpack(std::string(reinterpret_cast<const char*>(data), size), folder);
  const judge::Assessment found = judge::assess(folder.run(), {}, {protocols::cantilever(), protocols::stick_slip()});
  for (const std::string& sentence : found.damaged) ENSURE(!has_control_characters(sentence) && !sentence.empty());
  try {
    judge::write_report(folder.run(), found.cells);
  } catch (const plumb::UserError& error) {
    ENSURE(*error.what() != '\0');  // a folder has the name of a file of the report
  }
  ENSURE(folder.holds_only_the_run());
  ENSURE(!has_control_characters(judge::verdict_table(found.cells)));
  ENSURE(judge::report_html(found.cells).find("<script") == std::string::npos);
  return 0;
}
