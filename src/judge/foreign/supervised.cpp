#include <judge/foreign/supervised.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include <plumb/core/refusal.h>

extern char** environ;

namespace judge {
namespace {

namespace fs = std::filesystem;

// After fork, in a program with threads, only system calls are allowed: no memory, no locks, no C++ library. All that
// the functions for the new processes need is prepared before.

struct Plan {
  const char* command;
  const char* folder;  ///< null: the current one
  Supervised::Streams streams;
  int lifeline;  ///< the supervisor's end; it reads the end of file when we let go
  int end;       ///< the supervisor's end
  sigset_t no_signals, child_signal;
};

[[noreturn]] void become_command(const Plan& plan) {
  // A group of its own: Ctrl-C is ours to handle.
  ::setpgid(0, 0);
  ::sigprocmask(SIG_SETMASK, &plan.no_signals, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::dup2(plan.streams.input, 0);
  ::dup2(plan.streams.output, 1);
  ::dup2(plan.streams.errors, 2);
  ::close_range(3, ~0U, 0);
  if (plan.folder != nullptr && ::chdir(plan.folder) != 0) ::_exit(127);
  const char* const arguments[] = {"sh", "-c", plan.command, nullptr};
  ::execve("/bin/sh", const_cast<char* const*>(arguments), environ);
  ::_exit(127);
}

/// Sends SIGKILL to every child of this process; the children of one that dies become its own. Returns false if the
/// system does not tell who they are.
bool kill_children() {
  std::array<char, 4096> text;
  const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t n = ::read(file, text.data(), text.size());
  ::close(file);
  pid_t child = 0;
  // A number that is cut at the end of the buffer has no space behind it.
  for (ssize_t i = 0; i < n; ++i) {
    const char c = text[static_cast<std::size_t>(i)];
    if (c >= '0' && c <= '9') {
      child = 10 * child + (c - '0');
    } else {
      if (child > 1) ::kill(child, SIGKILL);
      child = 0;
    }
  }
  return true;
}

/// Other programs wait for the end of pipes, copies of which this process was born with.
void close_all_but(int a, int b) {
  const auto low = static_cast<unsigned>(a < b ? a : b), high = static_cast<unsigned>(a < b ? b : a);
  if (low > 0) ::close_range(0, low - 1, 0);
  if (high > low + 1) ::close_range(low + 1, high - 1, 0);
  ::close_range(high + 1, ~0U, 0);
}

/// Takes up the children that have ended, and says how the command did. Returns false if no child is left.
bool reap(pid_t command, int end) {
  int status = 0;
  for (pid_t ended; (ended = ::waitpid(-1, &status, WNOHANG)) != 0;) {
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return false;
    if (ended != command) continue;
    const auto code = static_cast<unsigned char>(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    if (::write(end, &code, 1) != 1) continue;
  }
  return true;
}

[[noreturn]] void supervise(const Plan& plan) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::sigprocmask(SIG_BLOCK, &plan.child_signal, nullptr);
  const pid_t command = ::fork();
  if (command == 0) become_command(plan);
  if (command < 0) ::_exit(1);

  close_all_but(plan.lifeline, plan.end);
  const int signals = ::signalfd(-1, &plan.child_signal, SFD_NONBLOCK);
  // Waits until a child ends, or the lifeline is cut, or the time is over. True: it is cut.
  const auto wait = [&](int milliseconds) {
    pollfd files[2] = {{signals, POLLIN, 0}, {plan.lifeline, POLLIN, 0}};
    ::poll(files, milliseconds < 0 ? 2 : 1, milliseconds);
    signalfd_siginfo some;
    while (::read(signals, &some, sizeof some) > 0) {
    }
    return files[1].revents != 0;
  };
  constexpr int for_ever = -1;
  while (!wait(for_ever)) reap(command, plan.end);
  while (reap(command, plan.end)) {
    if (!kill_children()) {
      ::kill(-command, SIGKILL);
      break;
    }
    wait(10);
  }
  ::_exit(0);
}

[[noreturn]] void cannot_start(int error) { plumb::refuse("cannot start a program", error); }

}  // namespace

Supervised::Supervised(const std::string& command, const fs::path& folder, const Streams& streams) {
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error)) cannot_start(ENOTDIR);
  std::array<int, 2> lifeline{-1, -1}, end{-1, -1};
  if (::pipe2(lifeline.data(), O_CLOEXEC) != 0) cannot_start(errno);
  if (::pipe2(end.data(), O_CLOEXEC) != 0) {
    const int why = errno;
    for (const int file : lifeline) ::close(file);
    cannot_start(why);
  }
  Plan plan{command.c_str(), folder.empty() ? nullptr : folder.c_str(), streams, lifeline[0], end[1], {}, {}};
  sigemptyset(&plan.no_signals);
  sigemptyset(&plan.child_signal);
  sigaddset(&plan.child_signal, SIGCHLD);

  supervisor_ = ::fork();
  const int why = errno;
  if (supervisor_ == 0) {
    // Its copy of our own end would keep the lifeline open for ever.
    ::close(lifeline[1]);
    supervise(plan);
  }
  ::close(lifeline[0]);
  ::close(end[1]);
  lifeline_ = lifeline[1];
  end_ = end[0];
  if (supervisor_ < 0) {
    ::close(lifeline_);
    ::close(end_);
    cannot_start(why);
  }
}

Supervised::~Supervised() {
  ::close(lifeline_);
  while (::waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
  }
  ::close(end_);
}

int Supervised::exit_code() const {
  unsigned char code = 0;
  ssize_t n = 0;
  while ((n = ::read(end_, &code, 1)) < 0 && errno == EINTR) {
  }
  return n == 1 ? code : 128 + SIGKILL;  // somebody killed the supervisor
}

}  // namespace judge
