#include <judge/foreign/child_process.h>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <plumb/core/budget.h>
#include <plumb/core/printable.h>
#include <plumb/core/refusal.h>

namespace judge {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = ChildProcess::Seconds;

constexpr std::size_t kLongestLine = 16 << 20;
constexpr std::size_t kLastWords = 4096;
constexpr Seconds kMomentToEnd{2};

/// No clock counts to the end of all times.
Clock::time_point after(Seconds patience) {
  constexpr Seconds longest{1e8};
  const Seconds some = patience > Seconds{0} ? std::min(patience, longest) : Seconds{0};
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(some);
}

[[noreturn]] void cannot(const char* what) { plumb::refuse(fmt::format("cannot {} a program", what), errno); }

struct Pipe {
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot("speak to");
  }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  int read_end() const { return ends[0]; }
  int write_end() const { return ends[1]; }
  /// Keeps one end, not blocking.
  int keep(int which) {
    const int end = std::exchange(ends[static_cast<std::size_t>(which)], -1);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
    return end;
  }
  std::array<int, 2> ends{-1, -1};
};

/// While it lives, writing to a program that has ended is an error code, not a signal that ends us.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipeSignal() {
    const timespec at_once{};
    while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_, before_;
};

void keep_the_end(std::string& text) {
  if (text.size() > kLastWords) text.erase(0, text.size() - kLastWords);
}

std::string how_it_ended(int code) {
  if (code > 128) return fmt::format("was ended by signal {} ({})", code - 128, strsignal(code - 128));
  return fmt::format("ended with exit code {}", code);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, const std::filesystem::path& folder) {
  Pipe input, output, errors;
  program_ = std::make_unique<Supervised>(
      command, folder, Supervised::Streams{input.read_end(), output.write_end(), errors.write_end()});
  input_ = input.keep(1);
  output_ = output.keep(0);
  errors_ = errors.keep(0);
}

ChildProcess::~ChildProcess() {
  close_input();
  if (exit_ < 0) {
    try {
      wait_for_end(after(kMomentToEnd), kMomentToEnd);
    } catch (const ChildError&) {
    }
  }
  program_.reset();
  if (output_ >= 0) ::close(output_);
  if (errors_ >= 0) ::close(errors_);
}

void ChildProcess::close_input() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
}

void ChildProcess::write_line(const std::string& line, Seconds patience) {
  const NoBrokenPipeSignal quiet;
  const auto deadline = after(patience);
  const std::string text = line + '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = ::write(input_, text.data() + sent, text.size() - sent);
    if (n > 0) {
      sent += static_cast<std::size_t>(n);
    } else if (n < 0 && errno == EPIPE) {
      ended();
    } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
      throw ChildError(fmt::format("cannot be written to: {}", std::strerror(errno)));
    } else {
      if (Clock::now() > deadline) throw ChildError(fmt::format("did not read for {} s", patience.count()));
      if (plumb::budget_left() != plumb::Status::ok) throw ChildError("was stopped");
      pollfd room{input_, POLLOUT, 0};
      ::poll(&room, 1, 100);
    }
  }
}

std::string ChildProcess::read_line(Seconds patience) {
  const auto deadline = after(patience);
  for (std::size_t seen = 0;;) {
    if (const auto end = unread_.find('\n', seen); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    seen = unread_.size();
    if (seen > kLongestLine) throw ChildError("wrote a line of more than 16 MiB");
    if (!take(deadline, patience)) ended();
  }
}

bool ChildProcess::take(Deadline deadline, Seconds patience) {
  if (output_ < 0 && errors_ < 0) return false;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  if (left <= 0) {
    throw ChildError(
        fmt::format("{}did not answer for {} s", output_ < 0 ? "closed its output and " : "", patience.count()));
  }
  // A deadline of ours, or Ctrl-C, does not wait for the program's.
  if (plumb::budget_left() != plumb::Status::ok) throw ChildError("was stopped");
  // A stream that has ended is negative, and poll passes it over.
  pollfd streams[2] = {{output_, POLLIN, 0}, {errors_, POLLIN, 0}};
  ::poll(streams, 2, static_cast<int>(std::min<long>(left, 100)));
  const auto drain = [](const pollfd& stream, int& file, std::string& into) {
    if (stream.revents == 0) return;
    std::array<char, 65536> bytes;
    const ssize_t n = ::read(file, bytes.data(), bytes.size());
    if (n > 0) into.append(bytes.data(), static_cast<std::size_t>(n));
    if (n == 0) ::close(std::exchange(file, -1));
  };
  drain(streams[0], output_, unread_);
  drain(streams[1], errors_, last_words_);
  keep_the_end(last_words_);
  return true;
}

int ChildProcess::wait_for_end(Deadline deadline, Seconds patience) {
  // The streams tell when it ends; where a grandchild keeps them open, the clock does.
  while (exit_ < 0) {
    const bool silent = output_ < 0 && errors_ < 0;
    pollfd end{program_->end_file(), POLLIN, 0};
    if (::poll(&end, 1, silent ? 100 : 0) > 0) {
      exit_ = program_->exit_code();
    } else if (!silent) {
      take(deadline, patience);
      unread_.erase(0, unread_.size() > kLongestLine ? unread_.size() : 0);
    } else if (Clock::now() > deadline) {
      throw ChildError(fmt::format("did not end for {} s", patience.count()));
    }
  }
  return exit_;
}

void ChildProcess::take_last_words() {
  for (pollfd stream{errors_, POLLIN, 0}; errors_ >= 0 && ::poll(&stream, 1, 0) > 0;) {
    std::array<char, 4096> bytes;
    const ssize_t n = ::read(errors_, bytes.data(), bytes.size());
    if (n <= 0) break;
    last_words_.append(bytes.data(), static_cast<std::size_t>(n));
    keep_the_end(last_words_);
  }
}

void ChildProcess::ended() {
  const int code = wait_for_end(after(kMomentToEnd), kMomentToEnd);
  take_last_words();
  const std::string said = last_word();
  throw ChildError(how_it_ended(code) + (said.empty() ? "" : fmt::format(", saying \"{}\"", said)));
}

int ChildProcess::finish(Seconds patience) {
  close_input();
  const auto deadline = after(patience);
  while (take(deadline, patience)) {
    last_words_ += std::exchange(unread_, {});
    keep_the_end(last_words_);
  }
  return wait_for_end(deadline, patience);
}

std::string ChildProcess::last_word() const {
  std::size_t end = last_words_.find_last_not_of(" \r\n\t");
  if (end == std::string::npos) return {};
  const std::size_t begin = last_words_.rfind('\n', end) + 1;  // npos + 1 = 0
  return plumb::printable(std::string_view(last_words_).substr(begin, end + 1 - begin), 200);
}

}  // namespace judge
