#pragma once

// Programs that read files from a folder, compute, and leave files there. Whatever they do, the caller gets an exit
// code or one sentence, in bounded time.

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <judge/foreign/child_process.h>
#include <plumb/core/status.h>

namespace codes {

/// An empty folder for one run, removed with all that the program left there.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "plumb-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw plumb::UserError("cannot make a temporary folder like " + name);
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  /// Returns the content of the file `name`; empty if it is missing.
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ / name, std::ios::binary).rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path path_;
};

/// Would a shell find the program?
inline bool on_path(const std::string& program) {
  const char* all = std::getenv("PATH");
  std::istringstream folders(all == nullptr ? "" : all);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty() && ::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// How a run ended: its exit code and the end of what it wrote, or (exit code -1) a sentence's end: "did not answer".
struct BatchEnd {
  int exit_code = -1;
  std::string words;
  std::string last_word;
};

/// Runs `command` to its end, on one thread, so that the bits do not depend on the machine's cores and branches can run
/// side by side.
inline BatchEnd run_to_end(const std::string& command, const std::filesystem::path& folder, double patience_seconds) {
  try {
    judge::ChildProcess program("export OMP_NUM_THREADS=1; " + command, folder);
    const int code = program.finish(judge::ChildProcess::Seconds(patience_seconds));
    return {code, program.last_words(), program.last_word()};
  } catch (const judge::ChildError& error) {
    return {-1, error.what(), error.what()};
  }
}

}  // namespace codes
