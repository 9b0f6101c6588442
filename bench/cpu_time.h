#pragma once

// User CPU of this process.

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <functional>

inline double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

/// Returns the CPU time of a call, s, in the best of several batches.
inline double seconds_per_call(const std::function<void()>& call) {
  constexpr int kBatches = 5;
  constexpr double kBatch = 0.1;  // s, much longer than the clock's tick
  double best = HUGE_VAL;
  call();
  for (int batch = 0; batch < kBatches; ++batch) {
    const double start = user_seconds();
    int n = 0;
    double spent = 0;
    // The clock is asked once in a burst, for it may cost more than a call.
    for (int burst = 1; spent < kBatch; burst *= spent < 0.1 * kBatch ? 2 : 1) {
      for (int i = 0; i < burst; ++i) call();
      n += burst;
      spent = user_seconds() - start;
    }
    best = std::min(best, spent / n);
  }
  return best;
}
