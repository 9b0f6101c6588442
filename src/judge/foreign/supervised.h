#pragma once

// A command under a supervisor: a small process of our own between us and the command, which adopts whatever the
// command starts and leaves behind, in whatever session (a subreaper, see prctl(2)). When we let go of it, or die, it
// kills them all.

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace judge {

class Supervised {
 public:
  /// The files that become the command's standard input, output and errors.
  struct Streams {
    int input, output, errors;
  };

  /// Starts `command` in a shell, in `folder` or, if that is empty, in the current one. Throws plumb::UserError if it
  /// cannot.
  Supervised(const std::string& command, const std::filesystem::path& folder, const Streams& streams);
  /// Kills the command and all its descendants, and returns when none is left.
  ~Supervised();
  Supervised(const Supervised&) = delete;
  Supervised& operator=(const Supervised&) = delete;

  /// Returns a file that is readable (for poll) once the command has ended.
  int end_file() const { return end_; }
  /// Returns the exit code, or 128 + the signal, once `end_file` is readable.
  int exit_code() const;

 private:
  pid_t supervisor_ = -1;
  int lifeline_ = -1;  ///< the supervisor works while this end is open
  int end_ = -1;       ///< the supervisor writes here how the command ended
};

}  // namespace judge
