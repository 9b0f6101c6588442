#pragma once

#include <filesystem>
#include <string>

namespace judge {

/// Writes a report's files below one folder, and nowhere else, whatever their names are made of and whatever links lie
/// in the folder.
class ReportFolder {
 public:
  explicit ReportFolder(std::filesystem::path dir) : dir_(std::move(dir)) {}

  /// Replaces the file `name`, a path below the folder, and makes the folders above it. Throws plumb::UserError if
  /// the name leads out of the folder, or one of those folders is a link or no folder.
  std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const;

 private:
  std::filesystem::path dir_;
};

}  // namespace judge
