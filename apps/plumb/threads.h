#pragma once

// The option --threads of the verbs that work on one simulation.

#include <CLI/CLI.hpp>

#include <algorithm>
#include <thread>

#include <plumb/core/parallel.h>

struct Threads {
  int n = 0;

  void add_to(CLI::App& verb) {
    verb.add_option("--threads", n,
                    "Threads that work on it (default: one per core); its numbers do not depend on them")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
  }
  /// From now on loops are parallel.
  void start() const {
    const int n_cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    plumb::set_threads(n > 0 ? n : n_cores);
  }
};
