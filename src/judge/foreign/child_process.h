#pragma once

// A program of somebody else's, spoken to in lines. Whatever it does (ends, hangs, floods), the caller gets a line or a
// ChildError with one sentence, in bounded time and memory.

#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <judge/foreign/supervised.h>

namespace judge {

/// What the program did wrong, as the end of a sentence that begins with its name: "ended with exit code 3".
class ChildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ChildProcess {
 public:
  using Seconds = std::chrono::duration<double>;

  /// Starts `command` in a shell, in `folder` or, if that is empty, in the current one.
  explicit ChildProcess(const std::string& command, const std::filesystem::path& folder = {});
  /// Closes the program's input, gives it a moment to end, and kills what is left of it and of all that it started.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void write_line(const std::string& line, Seconds patience);
  std::string read_line(Seconds patience);

  /// Closes the program's input and reads until it ends. Returns the exit code, or 128 + the signal.
  int finish(Seconds patience);

  /// Returns the end of what the program wrote on standard error (and, after `finish`, on standard output), at most a
  /// few thousand bytes.
  const std::string& last_words() const { return last_words_; }
  /// Returns the last line of the last words that is not empty.
  std::string last_word() const;

 private:
  using Deadline = std::chrono::steady_clock::time_point;

  /// Waits for either stream, and takes what is there. Returns false if both have ended.
  bool take(Deadline deadline, Seconds patience);
  void close_input();
  /// Takes what the program said before it ended and nobody has read yet.
  void take_last_words();
  [[noreturn]] void ended();
  int wait_for_end(Deadline deadline, Seconds patience);

  std::unique_ptr<Supervised> program_;
  int input_ = -1, output_ = -1, errors_ = -1;
  int exit_ = -1;
  std::string unread_, last_words_;
};

}  // namespace judge
