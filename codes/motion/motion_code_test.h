#pragma once

// A row of the table at work on a protocol of motion, for the rows' own tests.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <judge/protocols/protocol.h>
#include <judge/question/code.h>

namespace codes {

/// Returns the score of a row on a quick sampling, at the knobs of its card unless others are given.
inline judge::Score score_of_motion(const judge::Code& code, const judge::Protocol& protocol,
                                    std::optional<judge::Knobs> knobs = {}) {
  std::vector<judge::BranchPoints> branches;
  const judge::ProtocolCard column = protocol.describe();
  for (judge::Scenario scenario : protocol.plan(judge::Sampling::quick)) {
    scenario.knobs = knobs.value_or(code.describe().protocols.at(column.name).knobs);
    const std::unique_ptr<judge::Trial> trial = code.open(scenario);
    judge::BranchPoints branch{scenario, {}};
    while (const auto load = protocol.next(scenario, branch.points)) {
      judge::Record record{load->values, trial->advance(*load), {}};
      if (record.reply.status == plumb::Status::ok) record.observed = trial->observe(column.observables);
      branch.points.push_back(protocol.measure(scenario, record));
    }
    branches.push_back(std::move(branch));
  }
  return protocol.score(branches);
}

/// The row passes the protocol of motion, and says so with every number if it does not.
inline void expect_motion(const judge::Code& code, const judge::Protocol& protocol) {
  const judge::Score score = score_of_motion(code, protocol);
  EXPECT_TRUE(score.strict_ok) << code.describe().name << ": " << score.strict_reason;
  for (const std::string& note : score.notes) {
    if (!score.strict_ok) ADD_FAILURE() << note;
  }
}

}  // namespace codes
