#pragma once

// Files that are whole or not there, and that no symbolic link leads elsewhere. When they are waited for until they are on
// the disk is told by `disk_pace()` (core/disk_pace.h). What cannot be done is a UserError or a MachineError
// (core/refusal.h) that names the file.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Throws, by errno.
[[noreturn]] void cannot(const char* what, const std::filesystem::path& path);

/// An open file of the system, closed when the object ends.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  operator int() const { return number_; }

 private:
  int number_;
};

/// The bytes of a regular file; nothing where there is no such file. Throws UserError for anything else, a pipe or a
/// device, which might never end, and for a file of more than `largest_file` bytes.
std::optional<std::string> read_all(const std::filesystem::path& path);
inline constexpr std::size_t largest_file = std::size_t{2} << 30;

/// Makes the folders above a file.
void make_room_for(const std::filesystem::path& file);
void make_folder(const std::filesystem::path& dir);

/// What a name stands for, without following a link; throws where that cannot be told.
std::filesystem::file_type kind_of(const std::filesystem::path& path);
/// The names in a folder, sorted.
std::vector<std::string> names_in(const std::filesystem::path& dir);
/// Removes a file, or a folder that is empty; nothing happens where it is not there, or not empty.
void remove_quietly(const std::filesystem::path& path);

/// A file in the making, under a name of its own beside the one that it is for. Until `put_in_place` nobody sees it,
/// and where that is never called it is removed. A process that is killed leaves it behind: see `is_leftover`.
class FreshFile {
 public:
  explicit FreshFile(std::filesystem::path path);
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  /// Collects small pieces before it writes them.
  void write(std::string_view bytes);
  /// Takes the place of the file at once: a reader sees the old bytes or the new ones.
  void put_in_place();

 private:
  std::filesystem::path path_, fresh_;
  Descriptor file_;
  std::string pending_;
};
bool is_leftover(const std::filesystem::path& file);

/// A FreshFile of this text, put in place.
void replace_file(const std::filesystem::path& path, const std::string& text);

/// Writes all of it; throws where that fails. The path is for the message.
void write_fully(int file, std::string_view bytes, const std::filesystem::path& path);

/// A file to write and read that has no name in its folder: it is gone when it is closed.
Descriptor open_nameless(const std::filesystem::path& dir);

/// Opens for appending, and makes the file where there is none. A symbolic link is refused.
Descriptor open_to_append(const std::filesystem::path& path);

/// A file that only grows, or is cut.
class GrowingFile {
 public:
  explicit GrowingFile(std::filesystem::path path);

  void append(std::string_view bytes);
  void cut(std::size_t size);

 private:
  std::filesystem::path path_;
  Descriptor file_;
};

/// A text "head line line ... tail" that is whole at every moment: each line is written together with the tail.
class GrowingText {
 public:
  /// Replaces what is there by head and tail.
  GrowingText(std::filesystem::path path, const std::string& head, std::string tail = {});

  /// Seen by readers when it returns.
  void add(const std::string& lines);
  /// For the end: the disk is to have it.
  void sync();

 private:
  std::filesystem::path path_;
  std::string tail_;
  Descriptor file_;
  std::size_t end_;  ///< of the last line
};

}  // namespace plumb
