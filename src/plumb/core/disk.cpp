#include <plumb/core/disk.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include <plumb/core/disk_pace.h>
#include <plumb/core/refusal.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLeftover = ".plumb-new";

/// Some file systems (pipes, a few network ones) have no such thing; there is nothing to wait for.
bool nothing_to_wait_for() { return errno == EINVAL || errno == ENOTSUP; }

void to_disk(int file, const fs::path& path) {
  if (::fdatasync(file) != 0 && !nothing_to_wait_for()) cannot("write", path);
}

Descriptor open_folder(const fs::path& dir) {
  Descriptor folder(::open(dir.empty() ? "." : dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder < 0) cannot("open the folder", dir);
  return folder;
}

/// A name is on the disk only once its folder is.
void name_to_disk(const fs::path& path) {
  if (::fsync(open_folder(path.parent_path())) != 0 && !nothing_to_wait_for()) {
    cannot("write the folder", path.parent_path());
  }
}

/// All that was written on the file system of a folder. One that is gone by now holds nothing to wait for.
void all_to_disk(const fs::path& dir) {
  std::error_code error;
  if (!dir.empty() && !fs::is_directory(dir, error)) return;
  if (::syncfs(open_folder(dir)) != 0 && !nothing_to_wait_for()) cannot("write the folder", dir);
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

const char* word_for(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

/// Another name at every call, which tells that it is a FreshFile's.
fs::path fresh_name(const fs::path& path) {
  static std::atomic<int> n_names = 0;
  return fmt::format("{}.{}-{}{}", path.string(), ::getpid(), ++n_names, kLeftover);
}

Descriptor open_fresh(const fs::path& path, fs::path& fresh) {
  while (true) {
    fresh = fresh_name(path);
    Descriptor file(::open(fresh.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (file >= 0) return file;
    if (errno != EEXIST) cannot("write", path);
  }
}

}  // namespace

DiskPace& disk_pace() {
  static DiskPace pace(seconds, all_to_disk);
  return pace;
}

void cannot(const char* what, const fs::path& path) {
  refuse(fmt::format("cannot {} '{}'", what, path.string()), errno);
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}
Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

std::optional<std::string> read_all(const fs::path& path) {
  // O_NONBLOCK: a pipe that nobody writes to would keep us waiting for ever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  if (file < 0) cannot("read", path);
  struct stat status {};
  if (::fstat(file, &status) != 0) cannot("read", path);
  if (!S_ISREG(status.st_mode)) {
    throw UserError(fmt::format("cannot read '{}': it is {}, not a file", path.string(), word_for(status.st_mode)));
  }
  const auto too_large = [&] {
    throw UserError(fmt::format("cannot read '{}': it is larger than 2 GiB", path.string()));
  };
  if (static_cast<std::size_t>(status.st_size) > largest_file) too_large();
  std::string bytes, chunk(1 << 16, '\0');
  bytes.reserve(static_cast<std::size_t>(status.st_size));
  while (true) {
    const ssize_t n = ::read(file, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) cannot("read", path);
    if (n == 0) return bytes;
    bytes.append(chunk, 0, static_cast<std::size_t>(n));
    if (bytes.size() > largest_file) too_large();
  }
}

void make_folder(const fs::path& dir) {
  std::error_code error;
  fs::create_directories(dir, error);
  if (error) refuse(fmt::format("cannot make the folder '{}'", dir.string()), error.value());
}

void make_room_for(const fs::path& file) {
  if (file.has_parent_path()) make_folder(file.parent_path());
}

fs::file_type kind_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::none) refuse(fmt::format("cannot look at '{}'", path.string()), error.value());
  return status.type();
}

std::vector<std::string> names_in(const fs::path& dir) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(dir, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) refuse(fmt::format("cannot look into the folder '{}'", dir.string()), error.value());
  std::sort(names.begin(), names.end());
  return names;
}

void remove_quietly(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (!error || error == std::errc::directory_not_empty || error == std::errc::file_exists) return;
  refuse(fmt::format("cannot remove '{}'", path.string()), error.value());
}

void write_fully(int file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) cannot("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

FreshFile::FreshFile(fs::path path) : path_(std::move(path)), file_(open_fresh(path_, fresh_)) {}

FreshFile::~FreshFile() {
  if (!fresh_.empty()) ::unlink(fresh_.c_str());
}

void FreshFile::write(std::string_view bytes) {
  constexpr std::size_t enough = 1 << 20;
  pending_.append(bytes);
  if (pending_.size() < enough) return;
  write_fully(file_, pending_, path_);
  pending_.clear();
}

void FreshFile::put_in_place() {
  write_fully(file_, pending_, path_);
  DiskPace::Turn turn(disk_pace(), path_);
  if (turn.waits()) to_disk(file_, path_);
  if (::rename(fresh_.c_str(), path_.c_str()) != 0) cannot("replace", path_);
  fresh_.clear();
  if (turn.waits()) name_to_disk(path_);
  turn.done();
}

bool is_leftover(const fs::path& file) { return file.string().ends_with(kLeftover); }

void replace_file(const fs::path& path, const std::string& text) {
  FreshFile file(path);
  file.write(text);
  file.put_in_place();
}

Descriptor open_nameless(const fs::path& dir) {
  fs::path name;
  Descriptor file = open_fresh(dir / "spool", name);
  if (::unlink(name.c_str()) != 0) cannot("remove", name);
  return file;
}

Descriptor open_to_append(const fs::path& path) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644));
  if (file < 0) cannot("write", path);
  return file;
}

GrowingFile::GrowingFile(fs::path path) : path_(std::move(path)) {
  make_room_for(path_);
  file_ = open_to_append(path_);
  DiskPace::Turn turn(disk_pace(), path_);
  if (turn.waits()) name_to_disk(path_);
  turn.done();
}

void GrowingFile::append(std::string_view bytes) {
  write_fully(file_, bytes, path_);
  DiskPace::Turn turn(disk_pace(), path_);
  if (turn.waits()) to_disk(file_, path_);
  turn.done();
}

void GrowingFile::cut(std::size_t size) {
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0) cannot("write", path_);
}

GrowingText::GrowingText(fs::path path, const std::string& head, std::string tail)
    : path_(std::move(path)), tail_(std::move(tail)), end_(head.size()) {
  replace_file(path_, head + tail_);
  file_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  if (file_ < 0) cannot("write", path_);
}

void GrowingText::add(const std::string& lines) {
  if (::lseek(file_, static_cast<off_t>(end_), SEEK_SET) < 0) cannot("write", path_);
  write_fully(file_, lines + tail_, path_);
  end_ += lines.size();
}

void GrowingText::sync() {
  DiskPace::Turn turn(disk_pace(), path_);
  if (turn.waits()) to_disk(file_, path_);
  turn.done();
}

}  // namespace plumb
