#pragma once

// The points of motions that are known in closed form, for tests of the protocols that judge motion.

#include <functional>
#include <vector>

#include <judge/protocols/protocol.h>

namespace judge {

/// Returns the branches of a plan, answered by a function of scenario and t.
inline std::vector<BranchPoints> moved(const Protocol& protocol, Sampling sampling,
                                       const std::function<Quantities(const Scenario&, double t)>& seen) {
  std::vector<BranchPoints> branches;
  for (const Scenario& scenario : protocol.plan(sampling)) {
    BranchPoints& branch = branches.emplace_back(BranchPoints{scenario, {}});
    while (const auto load = protocol.next(scenario, branch.points)) {
      branch.points.push_back(protocol.measure(scenario, Record{load->values, Reply(), seen(scenario, load->at("t"))}));
    }
  }
  return branches;
}

}  // namespace judge
