#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace plumb {

/// The states of a run's frames, a file each, written and read frame after frame. A state is bound to the run (its
/// scene and the program), to its frame, and to the states before it (core/bound_state.h).
class StateFiles {
 public:
  /// `run` is whatever tells one run from another.
  StateFiles(std::filesystem::path dir, const std::string& run);

  /// Whose states are in the folder: of this run as soon as one of them is.
  enum class Whose { nobodys, this_runs, another_runs };
  Whose whose() const;

  void write(int frame, const std::string& state);
  struct Found {
    std::optional<std::string> state;
    std::string complaint;  ///< "'FILE' is damaged"; empty where there is nothing to complain of
  };
  Found read(int frame);

 private:
  std::filesystem::path file(int frame) const;

  std::filesystem::path dir_;
  std::string run_;    ///< checksum
  std::string chain_;  ///< checksum of all states so far
};

}  // namespace plumb
