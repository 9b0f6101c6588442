#include <plumb/core/disk.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <plumb/core/refusal.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

void write_all(int file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) cannot("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

void to_disk(int file, const fs::path& path) {
  // Some file systems (pipes, a few network ones) have no such thing; there is nothing to wait for.
  if (::fdatasync(file) != 0 && errno != EINVAL && errno != ENOTSUP) cannot("write", path);
}

}  // namespace

void cannot(const char* what, const fs::path& path) {
  refuse(fmt::format("cannot {} '{}'", what, path.string()), errno);
}

std::optional<std::string> read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void make_room_for(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) refuse(fmt::format("cannot make the folder '{}'", file.parent_path().string()), error.value());
}

void replace_file(const fs::path& path, const std::string& text) {
  const fs::path fresh = path.string() + ".new";
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) cannot("write", fresh);
  try {
    write_all(file, text, fresh);
    to_disk(file, fresh);
  } catch (...) {
    ::close(file);
    throw;
  }
  ::close(file);
  if (::rename(fresh.c_str(), path.c_str()) != 0) cannot("replace", path);
}

GrowingFile::GrowingFile(fs::path path) : path_(std::move(path)) {
  make_room_for(path_);
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) cannot("write", path_);
}

GrowingFile::~GrowingFile() { ::close(file_); }

void GrowingFile::append(std::string_view bytes) {
  write_all(file_, bytes, path_);
  to_disk(file_, path_);
}

void GrowingFile::cut(std::size_t size) {
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0) cannot("write", path_);
}

FolderLock::FolderLock(const fs::path& dir) {
  const fs::path path = dir / "lock";
  make_room_for(path);
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) cannot("write", path);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    const bool taken = errno == EWOULDBLOCK;
    ::close(file_);
    if (!taken) cannot("lock", path);
    std::string holder = read_all(path).value_or("");
    holder.erase(holder.find_last_not_of('\n') + 1);
    throw UserError(
        fmt::format("another run{} is working in '{}'; wait until it ends, or choose another folder with --out",
                    holder.empty() ? "" : fmt::format(" (process {})", holder), dir.string()));
  }
  if (::ftruncate(file_, 0) == 0) write_all(file_, fmt::format("{}\n", ::getpid()), path);
}

FolderLock::~FolderLock() { ::close(file_); }

}  // namespace plumb
