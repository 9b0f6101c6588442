// Every row of the table against every protocol that its card names: whoever plans a branch and whoever opens it must
// mean the same question.

#include <gtest/gtest.h>

#include <judge/protocols/protocol.h>

namespace judge {
namespace {

TEST(Protocols, ask_a_question_that_their_regime_states) {
  for (const Protocol* protocol : all_protocols()) {
    for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
      for (const Scenario& scenario : protocol->plan(sampling)) {
        EXPECT_FALSE(std::holds_alternative<std::monostate>(scenario.question)) << scenario.protocol;
        EXPECT_EQ(scenario.regime, regime_of(scenario.question)) << scenario.protocol << ' ' << scenario.branch;
        EXPECT_EQ(scenario.protocol, protocol->describe().name);
      }
    }
  }
}

TEST(Protocols, begin_each_branch_with_a_load_of_a_sweep) {
  for (const Protocol* protocol : all_protocols()) {
    for (const Scenario& scenario : protocol->plan(Sampling::quick)) {
      EXPECT_EQ(protocol->next(scenario, {}).value().approach, Approach::sweep) << scenario.protocol;
    }
  }
}

TEST(Codes, open_every_question_of_the_protocols_on_their_cards) {
  int n_opened = 0;
  for (const Code* code : all_codes()) {
    const Card card = code->describe();
    for (const Protocol* protocol : all_protocols()) {
      const auto taken = card.protocols.find(protocol->describe().name);
      if (taken == card.protocols.end()) continue;
      Scenario scenario = protocol->plan(Sampling::quick).front();
      scenario.knobs = taken->second.knobs;
      EXPECT_NE(code->open(scenario), nullptr) << card.name << " on " << taken->first;
      ++n_opened;
    }
  }
  EXPECT_GT(n_opened, 30);
}

TEST(Codes, refuse_a_scenario_without_a_question) {
  for (const Code* code : all_codes()) {
    EXPECT_THROW(code->open(Scenario{}), plumb::UserError) << code->describe().name;
  }
}

}  // namespace
}  // namespace judge
