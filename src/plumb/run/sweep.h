#pragma once

#include <plumb/run/run.h>

namespace plumb {

/// Values of one key, evenly from one to the other: "rod.length=10 cm:20 cm:11". Both ends carry the same unit, or the
/// first one none.
struct Sweep {
  std::string key, unit;
  double from = 0, to = 0;
  int n = 0;

  std::string value(int i) const;
};
/// Throws UserError with the form that is wanted.
Sweep parse_sweep(const std::string& text);

struct SweepOutcome {
  int n_done = 0, n_resumed = 0;
  std::vector<int> failed{};  ///< also those of an earlier run; their lines have no numbers
  bool interrupted = false;
  bool out_of_time = false;  ///< the value after the last one took longer than the scene's time limit: the sweep ended
  std::vector<Warning> warnings{};  ///< of all values; a body is named with its value
  std::filesystem::path table{};
};

/// The scene at each value of the key; the observables of its last frame and the number of its warnings are a line of
/// `sweep.csv`. A static scene starts from the equilibrium of the value before and goes through its programme only
/// where that leads nowhere. The results are records (core/record_file.h), `sweep.jsonl` and `sweep.state`; the table
/// is made from them.
SweepOutcome run_sweep(const SceneSource& source, const Sweep& sweep, const RunOptions& options);

}  // namespace plumb
