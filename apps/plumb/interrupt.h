#pragma once

#include <atomic>
#include <csignal>

/// Set by the first Ctrl-C, which lets what is under way finish; the second one, with the default action back, ends at
/// once.
inline std::atomic<bool> g_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

inline void stop_on_interrupt() {
  const auto handler = [](int signal) {
    g_stop = true;
    std::signal(signal, SIG_DFL);
  };
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
}
