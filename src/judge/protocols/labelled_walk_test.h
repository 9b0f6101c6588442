#pragma once

// Walks a labelled protocol with a code made from a formula, in memory, for tests.

#include <functional>
#include <optional>
#include <vector>

#include <judge/protocols/protocol.h>

namespace judge {

/// What the code measures; none: it fails there.
using LabelledFormula = std::function<std::optional<double>(const Scenario& scenario, const Load& load)>;

inline std::vector<BranchPoints> walk(const Protocol& protocol, Sampling sampling, const LabelledFormula& formula) {
  std::vector<BranchPoints> branches;
  for (const Scenario& scenario : protocol.plan(sampling)) {
    BranchPoints branch{scenario, {}};
    while (const auto load = protocol.next(scenario, branch.points)) {
      Record record;
      record.load = load->values;
      const auto measured = formula(scenario, *load);
      record.reply.status = measured ? plumb::Status::ok : plumb::Status::not_converged;
      if (measured) record.observed[protocol.describe().observables.front()] = *measured;
      branch.points.push_back(protocol.measure(scenario, record));
      if (branch.points.size() > 500) throw plumb::UserError("the protocol does not end");
    }
    branches.push_back(branch);
  }
  return branches;
}

struct Verdicts {
  bool ok, strict;
  bool operator==(const Verdicts&) const = default;
};

inline Verdicts verdicts(const Protocol& protocol, Sampling sampling, const LabelledFormula& formula) {
  const Score score = protocol.score(walk(protocol, sampling, formula));
  return {score.ok, score.strict_ok};
}

}  // namespace judge
