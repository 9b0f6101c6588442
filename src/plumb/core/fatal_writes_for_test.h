#pragma once

// A test program in which a process is killed, or the disk is full, at the k-th time that something on the disk is
// changed. The functions of the C library that change files are replaced by ones that count: include this in one file
// of the program only.

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <functional>

#include <plumb/core/disk_pace.h>

namespace plumb {

enum class Fate { none, killed, disk_full };

inline std::atomic<Fate> fate = Fate::none;
inline std::atomic<long> n_writes = 0;
inline std::atomic<long> fatal_write = 0;

/// From here on the k-th write is fatal; zero: none is, they are counted.
inline void meet(Fate what, long k) {
  n_writes = 0;
  fatal_write = k;
  fate = what;
}

/// Counts; true when this one fails because the disk is full. Half of a fatal write still reaches the file.
inline bool is_fatal(int file, const void* bytes, std::size_t size) {
  if (fate == Fate::none || file <= 2) return false;
  const long k = ++n_writes;
  if (fate == Fate::killed && k == fatal_write) {
    if (bytes != nullptr) syscall(SYS_write, file, bytes, size / 2);
    raise(SIGKILL);
  }
  return fate == Fate::disk_full && fatal_write > 0 && k >= fatal_write;
}

/// Which files are waited for must not depend on the clock, or the k-th write would be another one every time.
inline const bool every_file_is_waited_for = (disk_pace().wait_always(), true);

/// Runs it in a process of its own, killed at the k-th write. True: it was; false: it ended before, as it should.
inline bool killed_at_write(long k, const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    meet(Fate::killed, k);
    work();
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) != child && errno == EINTR) continue;
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

}  // namespace plumb

extern "C" {

inline constexpr int no_terminal = 100;  // what has no descriptor counts as a file

ssize_t write(int file, const void* bytes, size_t size) {
  if (!plumb::is_fatal(file, bytes, size)) return syscall(SYS_write, file, bytes, size);
  errno = ENOSPC;
  return -1;
}

int rename(const char* from, const char* to) noexcept {
  if (!plumb::is_fatal(no_terminal, nullptr, 0)) return static_cast<int>(syscall(SYS_rename, from, to));
  errno = ENOSPC;
  return -1;
}

int fdatasync(int file) {
  if (!plumb::is_fatal(file, nullptr, 0)) return static_cast<int>(syscall(SYS_fdatasync, file));
  errno = ENOSPC;
  return -1;
}

int fsync(int file) {
  if (!plumb::is_fatal(file, nullptr, 0)) return static_cast<int>(syscall(SYS_fsync, file));
  errno = ENOSPC;
  return -1;
}

int ftruncate(int file, off_t size) noexcept {
  if (!plumb::is_fatal(file, nullptr, 0)) return static_cast<int>(syscall(SYS_ftruncate, file, size));
  errno = ENOSPC;
  return -1;
}

int mkdir(const char* path, mode_t mode) noexcept {
  if (!plumb::is_fatal(no_terminal, nullptr, 0)) return static_cast<int>(syscall(SYS_mkdir, path, mode));
  errno = ENOSPC;
  return -1;
}

// A full disk does not keep anybody from removing a file.
int unlink(const char* path) noexcept {
  if (plumb::fate == plumb::Fate::killed) plumb::is_fatal(no_terminal, nullptr, 0);
  return static_cast<int>(syscall(SYS_unlink, path));
}
}
