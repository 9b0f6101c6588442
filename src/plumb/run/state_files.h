#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace plumb {

/// The states of a run's frames, one checked file each, so that a damaged one is not taken for whole.
class StateFiles {
 public:
  explicit StateFiles(std::filesystem::path dir) : dir_(std::move(dir)) {}
  void write(int frame, const std::string& state) const;
  /// Nothing where there is none, or none that is whole.
  std::optional<std::string> read(int frame) const;

 private:
  std::filesystem::path file(int frame) const;
  std::filesystem::path dir_;
};

}  // namespace plumb
