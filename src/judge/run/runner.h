#pragma once

// Walks the branches of codes and protocols. Inside a branch a load starts from an equilibrium before it, so the order
// is fixed; branches know nothing of each other, so they run side by side and the records do not depend on how
// many do.

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <judge/protocols/protocol.h>
#include <judge/question/code.h>

namespace judge {

/// A cell of the table to be filled.
struct Assignment {
  const Code* code = nullptr;
  const Protocol* protocol = nullptr;
};

/// Returns every pair that the codes' cards know, in the order of codes and protocols.
std::vector<Assignment> assignments(const std::vector<const Code*>& codes,
                                    const std::vector<const Protocol*>& protocols);

/// Sent after each load point; `total` is the protocols' own estimate.
struct Step {
  std::string code;
  std::string protocol;
  std::string branch;
  int rung = 0;
  int last_rung = 0;  ///< up to which the ladder surely climbs
  plumb::Status status = plumb::Status::ok;
  int done = 0;
  int total = 0;
  int branches_done = 0;
  int branches = 0;
  double seconds = 0;    ///< that the code spent on this load
  bool resumed = false;  ///< read from an earlier run, all finished loads of the branch at once
};

struct RunOptions {
  std::filesystem::path dir{};
  std::string program{};  ///< fingerprint of whatever computes; records of another one are not continued
  Sampling sampling = Sampling::quick;
  int jobs = 1;
  int rung = 0;                                         ///< of a ladder (judge/verdict/ladder.h)
  int last_rung = 0;                                    ///< for whoever forecasts how long the ladder takes
  Scales units{};                                       ///< factors by which loads alone are restated
  double tighter = 1;                                   ///< tolerances of solvers are divided by this
  int n = 0;                                            ///< instead of that of the codes' cards, where positive
  std::function<void(const Step&)> on_step{};           ///< called from one thread at a time
  std::function<void(const std::string&)> on_notice{};  ///< likewise: a sentence about the store
  const std::atomic<bool>* stop = nullptr;              ///< set from outside: end now; loads under way leave no record
  double time_limit = 0;                                ///< s that a load may take; zero: any
};

struct RunOutcome {
  bool interrupted = false;
  int n_failed = 0;  ///< load points without an answer
};

/// Runs all branches of `cells`. A TrialError ends its branch. Any other exception of a code ends the run and is thrown
/// again here.
RunOutcome run(const std::vector<Assignment>& cells, const RunOptions& options);

}  // namespace judge
