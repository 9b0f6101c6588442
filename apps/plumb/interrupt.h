#pragma once

// What Ctrl-C (SIGINT, SIGTERM) does to a verb whose work can be continued.

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include <apps/plumb/verbs.h>

/// Set by the first Ctrl-C: loops that ask their budget (core/budget.h) end, and what was finished is kept.
inline std::atomic<bool> g_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// Only what a signal handler may call.
inline void say_at_once(std::string_view words) {
  // Nobody can be told that standard error is full.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, words.data(), words.size());
}

/// From here on the first Ctrl-C stops the work under way. Where that has not ended after a few seconds, in a loop that
/// asks no budget, the process ends all the same: files are whole at any instant, and the next run goes on from them.
/// The second Ctrl-C ends at once.
inline void stop_on_interrupt() {
  constexpr unsigned kSecondsToEnd = 4;
  const auto handler = [](int signal) {
    g_stop = true;
    std::signal(signal, SIG_DFL);
    say_at_once("\nplumb: stopping...\n");
    ::alarm(kSecondsToEnd);
  };
  std::signal(SIGALRM, [](int) {
    say_at_once("plumb: interrupted in the middle of a computation; what was finished before is kept\n");
    ::_exit(exit_interrupted);
  });
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
}
