#pragma once

// Files that are whole or not there. What cannot be done is a UserError or a MachineError (core/refusal.h) that names
// the file.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

[[noreturn]] void cannot(const char* what, const std::filesystem::path& path);

/// Nothing where there is no such file.
std::optional<std::string> read_all(const std::filesystem::path& path);

/// Makes the folders above a file.
void make_room_for(const std::filesystem::path& file);

/// Replaces a file at once, on the disk when it returns: a reader sees the old text or the new one.
void replace_file(const std::filesystem::path& path, const std::string& text);

/// A file that only grows, or is cut.
class GrowingFile {
 public:
  explicit GrowingFile(std::filesystem::path path);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  /// On the disk when it returns.
  void append(std::string_view bytes);
  void cut(std::size_t size);

 private:
  std::filesystem::path path_;
  int file_;
};

/// Holds a folder for this process as long as it lives; the system lets go of it however the process ends.
class FolderLock {
 public:
  /// Throws where another process holds it, and names that one.
  explicit FolderLock(const std::filesystem::path& dir);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace plumb
